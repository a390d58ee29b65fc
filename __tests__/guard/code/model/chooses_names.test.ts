import fc from 'fast-check';
import { choosesNames } from '../../../../src/guard/code/model/chooses_names.js';

describe('code chooses some of the files that it finds', () => {
  it.each([
    "for f in os.listdir('.'):\n  if f.endswith('.pyc'): os.remove(f)",
    "for f in os.listdir('.'):\n  if not f.endswith('.tmp'): continue\n  os.remove(f)",
    "[os.remove(f) for f in os.listdir('.') if re.match('core', f)]",
    "fs.readdirSync('.').filter(f => f.endsWith('.log')).forEach(f => fs.unlinkSync(f))",
    "Dir.children('.').select { |f| f =~ /bak$/ }.each { |f| File.delete(f) }",
  ])('%s', (code) => expect(choosesNames(code)).toBe(true));
});

describe('code takes all files but some, or all of one kind or age', () => {
  it.each([
    'for f in os.listdir("."):\n  if os.path.getmtime(f) < 1000: os.remove(f)',
    "for f in os.listdir('.'): shutil.rmtree(f)",
    "for f in os.listdir('.'):\n  if f not in keep: shutil.rmtree(f)",
    "for p in Path('.').iterdir():\n  shutil.rmtree(p) if p.is_dir() else p.unlink()",
    "for (const f of fs.readdirSync('.')) if (f !== 'node_modules') fs.rmSync(f)",
    "for f in os.listdir('.'):\n  if f in keep: continue\n  os.remove(f)",
    "Dir.children('.').reject { |f| f == 'a' }.each { |f| File.delete(f) }",
  ])('%s', (code) => expect(choosesNames(code)).toBe(false));

  it('never, where nothing is tested', () => {
    const word = fc.constantFrom('os.remove(f)', 'for', 'f', 'in', 'not', '==', 'continue', 'endswith', ';', '\n');
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20 }), (words) => {
        expect(choosesNames(words.join(' '))).toBe(false);
      }),
    );
  });
});
