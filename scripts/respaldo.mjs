// `npm run respaldo`: an online backup of the database into a folder.
import { prepare, runBuilt } from './prepare.mjs'

prepare('api')
await runBuilt('commands/respaldo.js')
