// `npm run crash`: kills processes at random during emission and counts what was lost.
import { prepare, runBuilt } from './prepare.mjs'

prepare()
await runBuilt('commands/crash.js')
