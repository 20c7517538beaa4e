// `npm run demo`: emits a sample factura over the HTTP API and follows it; `--mes` enters a fictitious month.
import { requireArguments } from './argumentos.mjs'
import { prepare, runBuilt } from './prepare.mjs'

requireArguments('npm run demo -- [ARCHIVO | --mes]', { marcas: ['mes'], sueltos: 1 })
prepare()
await runBuilt('commands/demo.js')
