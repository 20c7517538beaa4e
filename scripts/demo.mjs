// `npm run demo`: emits a sample factura over the HTTP API and follows it.
import { prepare, runBuilt } from './prepare.mjs'

prepare()
await runBuilt('commands/demo.js')
