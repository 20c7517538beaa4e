// `npm run libros`: stock and debts under many hands at once, with kills; each operation counts once.
import { requireArguments } from './argumentos.mjs'
import { prepare, runBuilt } from './prepare.mjs'
import { runRecorded } from './registro.mjs'

requireArguments('npm run libros -- [--operaciones N] [--seed S] [--falla]', { textos: ['operaciones', 'seed'], marcas: ['falla'] })
prepare('api', 'sri-simulator')
const program = 'commands/libros.js'
// A fault that was put in on purpose is none of the product.
if (process.argv.includes('--falla')) await runBuilt(program)
else await runRecorded('libros', program, ({ seed }) => ['--seed', seed])
