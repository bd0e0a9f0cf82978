"""Small pictures for lessons and questions."""
