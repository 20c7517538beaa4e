import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { findTomadas, lockLecturas, type Lectura, type Tomada } from './codigo-barras.sql.ts'
import type { ProductoLeido } from './producto.sql.ts'

// What a scanner reads names one product that is in sale: of two, it would take either. One rule, whoever writes products.

type Leible = Pick<ProductoLeido, 'code' | 'barcode' | 'barcodes' | 'status'>

/** The texts by which a product is read. */
const textsOf = (producto: Leible | undefined): Omit<Lectura, 'de'>[] =>
  producto?.status !== 'ACTIVO'
    ? []
    : [
        { texto: producto.code, esPrincipal: true },
        ...[producto.barcode ?? [], producto.barcodes].flat().map((texto) => ({ texto, esPrincipal: false })),
      ]

/** What of them a product is to be read by, and was not. `de` stands for it until it has an id. */
export function lecturasOf(de: string, producto: Leible, before?: Leible): Lectura[] {
  const had = textsOf(before)
  return textsOf(producto)
    .filter(({ texto, esPrincipal }) => !had.some((one) => one.texto === texto && one.esPrincipal === esPrincipal))
    .map((lectura) => ({ de, ...lectura }))
}

/** Why a text is not given to another product, as the middle of a sentence. */
const whyNot = ({ texto, esPrincipal, code, name }: Tomada): string =>
  esPrincipal
    ? `el código ${texto} ya es un código de barras del producto ${code}, ${name}`
    : `el código de barras ${texto} ya es del producto ${code}, ${name}`

export interface LecturaTomada extends Lectura {
  /** As the middle of a sentence. */
  porque: string
  message: string
}

const told = (tomada: Tomada): LecturaTomada => {
  const porque = whyNot(tomada)
  return { ...tomada, porque, message: `${porque.charAt(0).toUpperCase()}${porque.slice(1)}.` }
}

/** Of what was just written, what another product has: whoever writes some at the same instant is waited for. */
export async function tomadasOf(tx: Tx, empresaId: EmpresaId, lecturas: readonly Lectura[]): Promise<LecturaTomada[]> {
  if (lecturas.length === 0) return []
  await lockLecturas(tx, empresaId)
  return lookTomadas(tx, empresaId, lecturas)
}

/** The same, only looked at. */
export const lookTomadas = async (tx: Tx, empresaId: EmpresaId, lecturas: readonly Lectura[]): Promise<LecturaTomada[]> =>
  (await findTomadas(tx, empresaId, lecturas)).map(told)
