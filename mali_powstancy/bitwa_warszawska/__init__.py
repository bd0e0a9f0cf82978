"""Bitwa Warszawska: two staffs, three fronts, August 1920."""
