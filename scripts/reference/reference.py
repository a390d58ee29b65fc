"""Where reference values go, and what made them. Afterwards: npx biome check --write __tests__/judge/statistics/reference"""
import importlib
import json
import platform
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / '__tests__' / 'judge' / 'statistics' / 'reference'


def plain(value):
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    if hasattr(value, 'tolist'):
        return plain(value.tolist())
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    return value if value is None or isinstance(value, (bool, int, str)) else float(value)


def write(name, packages, values):
    """@param packages names of the packages that the values come from"""
    versions = {package: importlib.import_module(package).__version__ for package in packages}
    versions['python'] = platform.python_version()
    FOLDER.mkdir(exist_ok=True)
    text = json.dumps({'made_by': f'scripts/reference/{name}.py', 'versions': versions, **plain(values)}, indent=2, allow_nan=False)
    (FOLDER / f'{name}.json').write_text(text + '\n')
