// For the tests of the rules.
import path from 'node:path'
import { Linter } from 'eslint'
import tseslint from 'typescript-eslint'

/** What one rule says of a text in a file below `base`. */
export function complaints(rule, base, name, code) {
  const linter = new Linter({ cwd: base })
  const config = [
    {
      files: ['**/*.ts'],
      languageOptions: { parser: tseslint.parser },
      plugins: { yupana: { rules: { rule } } },
      rules: { 'yupana/rule': 'error' },
    },
  ]
  return linter.verify(code, config, { filename: path.join(base, name) }).map(({ message }) => message)
}
