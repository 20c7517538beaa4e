import { setTimeout as sleep } from 'node:timers/promises'

import { allBodega, createProducto, type BodegaOpcion, type FacturaFormInput, type Producto } from '@yupana/contract'
import { sum } from '@yupana/fiscal'

import type { Random } from '../../src/testing/random.ts'
import type { TipoEscenario } from '../../src/testing/tipos-de-documento.ts'
import { conMercaderia, PRODUCTO } from '../crash/mercaderia.ts'
import { Libros } from '../libros/libros.ts'
import type { FallaDelSri, Plan } from './fallas.ts'
import type { Emisora, Mundo, Surtido } from './mundo.ts'

/** Simulated minutes within which a document must end after the authority's recovery (I10). */
const PLAZO_MIN = 10
const HOUR_MS = 3_600_000
const LIMITE_MS = 24 * HOUR_MS
/** Least step of the clock; after an hour of rare queries it is larger. */
const PASO_MS = 1000
const PASO_TARDIO_MS = 30_000
const AT_ONCE = 8
const SORDERA_MS = 1000

const EN_CAMINO: ReadonlySet<string> = new Set(['EMITIDO', 'FIRMADO', 'ENVIANDO', 'INCIERTO', 'RECIBIDA'])

/** One document under one fault, and its result. */
export interface Escenario {
  falla: string
  tipo: string
  clave: string
  espera: string
  estado: string
  /** Simulated minutes from the authority's recovery to the document's end. */
  minutos: number
  convergio: boolean
}

interface Curso {
  tipo: TipoEscenario
  plan: Plan
  id: string
  clave: string
  /** Movement of the clock at the authority's recovery for this document, and at the document's end. */
  sano: number
  final?: { estado: string; en: number }
}

interface Fila {
  id: string
  estado: string
  proximo: number | null
}

const ESTADOS = `
  select d.id, d.estado, (extract(epoch from e.proximo_intento) * 1000)::float8 as proximo
    from documento d left join documento_envio e on e.empresa_id = d.empresa_id and e.documento_id = d.id where d.id = any($1)`

/** Makes a product in a warehouse, and books for its movements. */
async function surtir(mundo: Mundo, token: string): Promise<Surtido> {
  const [bodega] = await mundo.ask<BodegaOpcion[]>(token, allBodega)
  const { id: producto } = await mundo.ask<Producto>(token, createProducto, PRODUCTO)
  return { bodega: bodega!.id, producto, libros: new Libros() }
}

/**
 * Effect of a kind of document on the stock, and whether its term is a debt to the company. A refused document has the effect too: the
 * goods have left.
 */
const EFECTO: Readonly<Record<string, { signo: number; esPorCobrar: boolean }>> = {
  factura: { signo: -1, esPorCobrar: true },
  liquidacionCompra: { signo: 1, esPorCobrar: false },
  notaCredito: { signo: 1, esPorCobrar: false },
  notaDebito: { signo: 0, esPorCobrar: true },
}

/** Notes the effect of an issued document on stock and debts. */
function anotar({ bodega, producto, libros }: Surtido, { nombre }: TipoEscenario, id: string, form: object): void {
  const efecto = EFECTO[nombre.split('-')[0]!]
  if (!efecto) return
  const { lineas = [], pagos = [] }: Partial<Pick<FacturaFormInput, 'lineas' | 'pagos'>> = form
  const unidades = sum(lineas.map(({ cantidad, producto_id: id }) => (id === producto ? cantidad : 0)))
  if (unidades > 0) libros.mueve(bodega, producto, efecto.signo * unidades)
  if (efecto.esPorCobrar) libros.debe(id, sum(pagos.map(({ plazo, total }) => (plazo === undefined ? 0 : total))))
}

async function emitAll(
  mundo: Mundo,
  emisora: Emisora,
  tipos: readonly TipoEscenario[],
  falla: FallaDelSri,
  random: Random,
): Promise<Curso[]> {
  const token = await mundo.ingresar(emisora)
  const surtido = (emisora.surtido ??= await surtir(mundo, token))
  const pedidos = tipos.map((tipo) => ({
    tipo,
    form: conMercaderia(tipo.form(random, mundo.hoy()), random, surtido.producto),
    plan: falla.plan(random),
  }))
  const cursos: Curso[] = []
  for (let at = 0; at < pedidos.length; at += AT_ONCE) {
    const emitted = await Promise.all(
      pedidos.slice(at, at + AT_ONCE).map(async ({ tipo, form, plan }) => {
        const emitido = await mundo.emit(token, tipo, form)
        anotar(surtido, tipo, emitido.id, form)
        return { tipo, plan, ...emitido }
      }),
    )
    cursos.push(...emitted.map((curso) => ({ ...curso, sano: mundo.moved() + (curso.plan.demora ?? 0) })))
  }
  return cursos
}

/** Whether the authority answers. A connection accepted while it was deaf is never answered, so there is no wait for one. */
const answers = (mundo: Mundo): Promise<boolean> =>
  Promise.race([
    mundo.control('GET', 'salud').then(
      () => true,
      () => false,
    ),
    sleep(SORDERA_MS, false),
  ])

/** Holds the port for the first round; it opens again by itself. */
async function meetPort(mundo: Mundo, puerto: NonNullable<FallaDelSri['puerto']>): Promise<void> {
  await mundo.control('POST', 'puerto', puerto)
  await mundo.tick()
  while (!(await answers(mundo))) await sleep(50)
}

async function noteEnds(mundo: Mundo, cursos: readonly Curso[]): Promise<number | undefined> {
  const { rows } = await mundo.owner.query<Fila>(ESTADOS, [cursos.map(({ id }) => id)])
  const filas = new Map(rows.map((row) => [row.id, row]))
  let next: number | undefined
  for (const curso of cursos.filter(({ final }) => !final)) {
    const fila = filas.get(curso.id)
    const estado = fila?.estado ?? 'PERDIDO'
    if (!EN_CAMINO.has(estado)) curso.final = { estado, en: mundo.moved() }
    else if (typeof fila?.proximo === 'number') next = Math.min(next ?? Infinity, fila.proximo)
  }
  return next
}

/** Notes the recovery of documents whose faults are used up. */
async function noteRecovery(mundo: Mundo, sick: Map<string, Curso>): Promise<void> {
  if (sick.size === 0) return
  const left = new Set((await mundo.control<{ clave?: string }[]>('GET', 'fallas')).map(({ clave }) => clave))
  for (const [clave, curso] of sick) {
    if (left.has(clave)) continue
    curso.sano = Math.max(curso.sano, mundo.moved())
    sick.delete(clave)
  }
}

/** Runs documents of these types under one kind of fault; the clock jumps to the next due time until all have ended. */
export async function runLote(
  mundo: Mundo,
  emisora: Emisora,
  falla: FallaDelSri,
  tipos: readonly TipoEscenario[],
  random: Random,
): Promise<Escenario[]> {
  const cursos = await emitAll(mundo, emisora, tipos, falla, random)
  const rules = cursos.flatMap(({ clave, plan }) => plan.fallas.map((regla) => ({ clave, ...regla })))
  if (rules.length > 0) await mundo.control('POST', 'fallas', rules)
  if (falla.puerto) await meetPort(mundo, falla.puerto)
  const sick = new Map(cursos.filter(({ plan }) => plan.fallas.length > 0).map((curso) => [curso.clave, curso]))
  const began = mundo.now()
  const until = began + LIMITE_MS
  let paso = PASO_MS
  while (mundo.now() < until) {
    while ((await mundo.tick()) > 0);
    await noteRecovery(mundo, sick)
    const next = await noteEnds(mundo, cursos)
    if (cursos.every(({ final }) => final)) break
    paso = mundo.now() - began < HOUR_MS ? PASO_MS : PASO_TARDIO_MS
    await mundo.advance(Math.max(paso, (next ?? 0) - mundo.now()))
  }
  await mundo.control('DELETE', 'fallas')
  return cursos.map(({ tipo, plan, clave, sano, final }) => {
    const minutos = Math.max(0, ((final?.en ?? mundo.moved()) - sano) / 60_000)
    const estado = final?.estado ?? 'EN CAMINO'
    return {
      falla: falla.nombre,
      tipo: tipo.nombre,
      clave,
      espera: plan.espera,
      estado,
      minutos,
      convergio: estado === plan.espera && minutos <= PLAZO_MIN + paso / 60_000,
    }
  })
}
