import { reposoOf } from './atraso.ts'
import { Recuento, type Hallazgo, type Revision } from './invariante.ts'

/** One transmission in the simulator's ledger. */
interface Linea {
  clave: string
  sha256: string
  veredicto: string
  autorizacion?: { estado: string; fecha: string }
}

interface Propio {
  clave: string
  ambiente: string
  estado: string
  recibida_en: string | null
  /** Issued outside: its transmissions did not leave from here. */
  registrado: boolean
  firmas: string[]
}

const PAGE = 2000
const RUC = [10, 23] as const

/** The ledger in its own order, transmissions of one clave together, a page at a time. */
async function* transmissions(control: string): AsyncGenerator<Map<string, Linea[]>> {
  const response = await fetch(`${control}/libro`)
  if (!response.ok || !response.body) throw new Error(`El simulador no entrega su libro (${response.status}).`)
  let rest = ''
  let page = new Map<string, Linea[]>()
  const decoder = new TextDecoder()
  for await (const chunk of response.body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const linea = JSON.parse(line) as Linea
      const known = page.get(linea.clave)
      if (known) {
        known.push(linea)
        continue
      }
      if (page.size >= PAGE) {
        yield page
        page = new Map()
      }
      page.set(linea.clave, [linea])
    }
  }
  if (page.size > 0) yield page
}

/** Our documents of these claves, with the hash of every version that was signed. */
async function readPropios(
  { owner }: Revision,
  claves: readonly string[],
  rucs: ReadonlyMap<string, string>,
): Promise<Map<string, Propio>> {
  const empresas = claves.map((clave) => rucs.get(clave.slice(...RUC)))
  const { rows } = await owner.query<Propio>(
    `select d.clave, d.ambiente, d.estado, (select a.recibida_en from documento_autorizacion a where a.empresa_id = d.empresa_id and a.documento_id = d.id and a.version = d.version) as recibida_en, d.registro <> '' as registrado, array(
       select encode(f.sha256, 'hex') from documento_firma f where f.empresa_id = d.empresa_id and f.documento_id = d.id) as firmas
       from unnest($1::uuid[], $2::text[]) as p (empresa_id, clave) join documento d on d.empresa_id = p.empresa_id and d.clave = p.clave`,
    [empresas, claves],
  )
  return new Map(rows.map((row) => [row.clave, row]))
}

/** Ten minutes and the longest wait between two questions. */
const PLAZO_MS = 25 * 60_000
const POR_SABER: ReadonlySet<string> = new Set(['ENVIANDO', 'INCIERTO', 'RECIBIDA'])

/** The reason why the authority may not be answering, in Spanish. */
async function troubleOf(control: string): Promise<string | undefined> {
  const read = async <T>(place: string) => (await (await fetch(`${control}/${place}`)).json()) as T
  const [{ caido }, fallas] = [await read<{ caido: boolean }>('config'), await read<unknown[]>('fallas')]
  return caido || fallas.length > 0 ? 'el simulador tiene fallas puestas' : undefined
}

/**
 * I1, I6 and I10 against the authority's own ledger: every document of ours in it exists here, always with the same bytes, and its older
 * results are known here.
 */
export async function reviewLibro(revision: Revision): Promise<Hallazgo[]> {
  const claves = new Recuento('I1', 'El libro del simulador no tiene claves nuestras que no tengamos, ni le falta lo autorizado')
  const bytes = new Recuento('I6', 'Todos los envíos de un documento son los mismos bytes, los firmados')
  const firmes = new Recuento('I10', 'Lo que el SRI ya resolvió es firme aquí poco después')
  const { control, owner } = revision
  if (control === undefined)
    return [claves, bytes, firmes].map((recuento) => ({ ...recuento.hallazgo(), omitido: 'el simulador no está en marcha' }))
  const rucs = new Map((await owner.query<{ ruc: string; id: string }>('select ruc, id from empresa')).rows.map(({ ruc, id }) => [ruc, id]))
  // Documents authorised before the ledger is read must be in it.
  const {
    rows: [before],
  } = await owner.query<{ n: number; hasta: string | null }>(
    `select count(*) as n, max(a.recibida_en) as hasta from documento d join documento_autorizacion a on a.empresa_id = d.empresa_id and a.documento_id = d.id and a.version = d.version
      where d.ambiente = 'SIMULADOR' and d.registro = ''`,
  )
  const resolved = new Date(revision.now().getTime() - PLAZO_MS).getTime()
  let authorised = 0
  for await (const page of transmissions(control)) {
    const ours = [...page].filter(([clave]) => rucs.has(clave.slice(...RUC)))
    const propios = await readPropios(
      revision,
      ours.map(([clave]) => clave),
      rucs,
    )
    for (const [clave, lineas] of ours) {
      const propio = propios.get(clave)
      claves.revisados++
      if (!propio) {
        claves.add(`${clave}: el SRI la tiene y nosotros no`)
        continue
      }
      if (propio.registrado) continue
      const isAuthorised = lineas.some((linea) => linea.autorizacion?.estado === 'AUTORIZADO')
      if (propio.recibida_en !== null && propio.ambiente === 'SIMULADOR' && propio.recibida_en <= (before?.hasta ?? '') && isAuthorised)
        authorised++
      const answers = lineas.filter(({ sha256, autorizacion }) => autorizacion && propio.firmas.includes(sha256))
      firmes.revisados += answers.length > 0 ? 1 : 0
      if (POR_SABER.has(propio.estado) && answers.some(({ autorizacion }) => Date.parse(autorizacion?.fecha ?? '') < resolved))
        firmes.add(`${clave}: el SRI la resolvió y aquí sigue ${propio.estado}`)
      bytes.revisados += lineas.length
      // A correction is a new version with bytes of its own; only signed bytes may have left.
      const strange = lineas.filter((linea) => !propio.firmas.includes(linea.sha256))
      if (strange.length > 0) bytes.add(`${clave}: ${strange.length} de ${lineas.length} envíos no son los bytes firmados`, strange.length)
    }
  }
  const missing = (before?.n ?? 0) - authorised
  if (missing > 0) claves.add(`${missing} documentos AUTORIZADO no constan como autorizados en el libro`, missing)
  const omitido = firmes.fallas > 0 ? ((await reposoOf(owner)) ?? (await troubleOf(control))) : undefined
  return [
    claves.hallazgo(),
    bytes.hallazgo(),
    omitido === undefined ? firmes.hallazgo() : { ...firmes.hallazgo(), fallas: 0, ejemplos: [], omitido },
  ]
}
