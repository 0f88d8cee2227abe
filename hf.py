from datasets import load_dataset
import numpy as np
ds = load_dataset("./set", "decisions", split="train")
print(ds)
print(ds.features["legal"], ds.features["hand"])
r = ds.with_format("numpy")[:4]
print(r["legal"].dtype, r["legal"].shape, [len(x) for x in r["legal"]])
t = ds.with_format("arrow")[:4]
print(type(t), t.schema.field("legal"))
