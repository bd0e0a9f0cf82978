"""The desks of the lessons: something to do on a page, one module for each kind."""
