// `npm run bench`: the benchmarks of docs/performance.md.
import { requireArguments } from './argumentos.mjs'
import { prepare, runBuilt } from './prepare.mjs'

requireArguments('npm run bench -- [MEDICIÓN …] [--json ARCHIVO] [--documentos N] [--lineas N] [--perfil CARPETA]', {
  textos: ['json', 'lineas', 'documentos', 'perfil'],
  sueltos: Infinity,
})
prepare()
await runBuilt('commands/bench.js')
