// The tables of docs/reliability.md, from the record of all runs.

const sum = (runs, name) => runs.reduce((total, { informe }) => total + (informe[name] ?? 0), 0)
const most = (runs, name) => Math.max(0, ...runs.map(({ informe }) => informe[name] ?? 0))
const thousands = (value) => value.toLocaleString('en-US')
const table = (head, rows) =>
  [`| ${head.join(' | ')} |`, `|${head.map(() => '---').join('|')}|`, ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n')
const commandOf = ({ que, args }) => `\`npm run ${que}${args.length > 0 ? ` -- ${args.join(' ')}` : ''}\``
const whereOf = ({ fecha, commit, maquina }) => [fecha.replace('T', ' '), commit, maquina]

/** One row a run, newest first, with how to repeat it. */
const runsTable = (runs, columns) =>
  table(
    ['when', 'commit', 'machine', ...columns.map(([name]) => name), 'repeat'],
    runs.toReversed().map((run) => [...whereOf(run), ...columns.map(([, value]) => value(run.informe)), commandOf(run)]),
  )

const POINTS = Array.from({ length: 15 }, (_, n) => `C${String(n + 1).padStart(2, '0')}`)
/** What a kill is called in the record, and the crash point of reliability §2.3 it stands for. */
const BY_MODE = [
  ['base de datos', 'C16'],
  ['terminado en orden', 'C17'],
  ['firma reemplazada', 'C18'],
  ['trabajador detenido y despertado', 'C19'],
  ['sin conexiones', 'C20'],
  ['disco lleno', 'C20'],
]

function hitsOf(runs) {
  const hits = new Map()
  for (const { informe } of runs)
    for (const [where, n] of Object.entries(informe.hits ?? {})) {
      const point = BY_MODE.find(([name]) => name === where)?.[1] ?? where
      hits.set(point, (hits.get(point) ?? 0) + n)
    }
  const points = [...POINTS, ...new Set(BY_MODE.map(([, point]) => point))]
  const others = [...hits.keys()].filter((point) => !points.includes(point))
  return [...points, ...others].map((point) => [point, hits.get(point) ?? 0])
}

function crash(runs) {
  const hits = hitsOf(runs)
  return [
    `## Killed in the middle of it (\`npm run crash\`)`,
    table(
      ['of all runs', 'figure'],
      [
        ['runs, seeds', `${runs.length}, ${new Set(runs.map(({ informe }) => informe.seed)).size}`],
        ['kills and disturbances', thousands(sum(runs, 'kills'))],
        ['documents acknowledged to a client', thousands(sum(runs, 'acknowledged'))],
        ['lost', sum(runs, 'lost')],
        ['duplicated', sum(runs, 'duplicated')],
        ['numbers missing', sum(runs, 'gaps')],
        ['invariants violated', sum(runs, 'violations')],
        ['mails that left; most copies of one', `${thousands(sum(runs, 'mails'))}; ${most(runs, 'copies')}`],
      ],
    ),
    `Hits on each place of reliability §2.3: ${hits.map(([point, n]) => `${point} ${n}`).join(' · ')}.`,
    runsTable(runs, [
      ['mode', ({ mode }) => mode],
      ['seed', ({ seed }) => seed],
      ['kills', ({ kills }) => kills],
      ['acknowledged', ({ acknowledged }) => acknowledged],
      ['lost, twice, gaps, violations', ({ lost, duplicated, gaps, violations }) => [lost, duplicated, gaps, violations].join(', ')],
      ['seconds', ({ seconds }) => seconds],
    ]),
  ]
}

const escenarios = (runs) => [
  `## Every fault of the SRI (\`npm run escenarios\`)`,
  table(
    ['of all runs', 'figure'],
    [
      ['scenarios: kind of fault × kind of document × seed', thousands(sum(runs, 'escenarios'))],
      ['ended where they should', thousands(sum(runs, 'convergieron'))],
      ['kinds of fault that broke off', runs.reduce((total, { informe }) => total + (informe.sinTerminar?.length ?? 0), 0)],
      ['invariants violated', sum(runs, 'violations')],
      ['slowest, simulated minutes after the SRI was well', most(runs, 'masLentoMin')],
    ],
  ),
  runsTable(runs, [
    ['faults × types', ({ fallas, tipos }) => `${fallas} × ${tipos}`],
    ['seed', ({ semilla }) => semilla],
    ['scenarios', ({ escenarios: n }) => n],
    ['ended well', ({ convergieron }) => convergieron],
    ['violations', ({ violations }) => violations],
    ['seconds', ({ seconds }) => seconds],
  ]),
]

const libros = (runs) => [
  `## Stock and debts under many hands, with kills (\`npm run libros\`)`,
  table(
    ['of all runs', 'figure'],
    [
      ['runs, seeds', `${runs.length}, ${new Set(runs.map(({ informe }) => informe.seed)).size}`],
      ['operations, of twelve kinds', thousands(sum(runs, 'operaciones'))],
      ['kills of API and worker', thousands(sum(runs, 'kills'))],
      ['stocks and debts that were not what was acknowledged', sum(runs, 'differences')],
      ['invariants violated', sum(runs, 'violations')],
      ['answers that nobody should get', sum(runs, 'odd')],
    ],
  ),
  runsTable(runs, [
    ['seed', ({ seed }) => seed],
    ['operations', ({ operaciones }) => thousands(operaciones)],
    ['refused', ({ refused }) => thousands(refused)],
    ['kills', ({ kills }) => kills],
    ['differences, violations, odd answers', ({ differences, violations, odd }) => [differences, violations, odd].join(', ')],
    ['seconds', ({ seconds }) => seconds],
  ]),
]

const fuzz = (runs) => [
  `## Random inputs (\`npm run fuzz\`)`,
  table(
    ['of all runs', 'figure'],
    [
      ['runs, seeds', `${runs.length}, ${new Set(runs.map(({ informe }) => informe.semilla)).size}`],
      ['properties of the last run', runs.at(-1).informe.propiedades],
      ['properties that did not hold', sum(runs, 'fallaron')],
    ],
  ),
  runsTable(runs, [
    ['seed', ({ semilla }) => semilla],
    ['runs of each property, at least', ({ veces }) => veces],
    ['properties', ({ propiedades }) => propiedades],
    ['did not hold', ({ fallaron }) => fallaron],
    ['seconds', ({ seconds }) => seconds],
  ]),
]

const fallasPlantadas = (runs) => [
  `## Planted faults (\`npm run fallas-plantadas\`)`,
  runsTable(runs.slice(-1), [
    ['planted', ({ fallas }) => fallas],
    ['caught by the test that must', ({ atrapadas }) => atrapadas],
    ['escaped', ({ escaparon }) => escaparon.join(', ') || 'none'],
    ['seconds', ({ seconds }) => seconds],
  ]),
]

const SECTIONS = { crash, libros, escenarios, 'fallas-plantadas': fallasPlantadas, fuzz }

/** Everything between the marks of the page. */
export const tablesOf = (runs) =>
  Object.entries(SECTIONS)
    .flatMap(([que, section]) => {
      const own = runs.filter((run) => run.que === que)
      return own.length > 0 ? section(own) : []
    })
    .join('\n\n')
