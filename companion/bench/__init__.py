"""`companion bench`: how well and how fast photos are read, with a history.

`pretend` makes photos from seeds and `folder` takes real ones with their truth; both give `Case` records
(`case`), which are summed up (`figures`), kept (`history`) and shown (`page`, `plots`).
"""
