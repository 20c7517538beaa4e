// `npm run check`: types, lint with the import rules, and the tests of the pure packages. The quick part of `npm test`.
import './node-version.mjs'

import { ensureInstalled } from './install.mjs'
import { checkTypesAndLint, runVitest } from './runners.mjs'

ensureInstalled()
const sound = await checkTypesAndLint()
const tests = await runVitest(['fiscal', 'contract', 'sri'])
process.exit(sound && tests.ok ? 0 : 1)
