// `npm run restaurar`: puts a backup back, fenced until its numbers are reconciled.
import { prepare, runBuilt } from './prepare.mjs'

prepare('api')
await runBuilt('commands/restaurar.js')
