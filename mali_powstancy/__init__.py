"""Mali Powstańcy: an open course about the Scout Field Post of 1944, around a playable board game."""
