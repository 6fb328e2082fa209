"""Games in which lines close boxes: everything that dots and boxes and its relatives share, whatever their shape."""
