"""The playable board: what its page shows of a host, and where the page is."""
