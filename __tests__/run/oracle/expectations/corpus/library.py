import math
class ParseError(ValueError):
    def __init__(self, msg, pos): super().__init__(f"{msg} at {pos}"); self.pos = pos
def parse_ints(s):
    out = []
    for i, p in enumerate(s.split(",")):
        p = p.strip()
        if not p: continue
        if not p.lstrip("-").isdigit(): raise ParseError("bad number", i)
        out.append(int(p))
    return out
def title(s): return " ".join(w.capitalize() for w in s.split())
def mean(xs): return sum(xs) / len(xs) if xs else None
def area(r): return math.pi * r * r
def flags(n): return {"even": n % 2 == 0, "big": n > 100}
def divide(a, b): return a / b
def tags(s): return set(s.split())
class Stack:
    def __init__(self): self.items = []
    def push(self, x): self.items.append(x); return self
    def pop(self):
        if not self.items: raise IndexError("pop from empty stack")
        return self.items.pop()
    def __len__(self): return len(self.items)
    @property
    def top(self): return self.items[-1] if self.items else None
def greet(name, *, loud=False): return f"Hello, {name}{'!' if loud else '.'}"
def notify(send, who): send(who, subject="hi", retries=3)
