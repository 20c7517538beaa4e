import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { findTomadas, lockLecturas, type Lectura, type Tomada } from './codigo-barras.sql.ts'
import type { ProductoLeido } from './producto.sql.ts'

// A scanned code names one product on sale: with two, the scanner would take either. One rule for every way of writing products.

type Leible = Pick<ProductoLeido, 'code' | 'barcode' | 'barcodes' | 'status'>

/** The codes under which a product is found. */
const textsOf = (producto: Leible | undefined): Omit<Lectura, 'de'>[] =>
  producto?.status !== 'ACTIVO'
    ? []
    : [
        { texto: producto.code, esPrincipal: true },
        ...[producto.barcode ?? [], producto.barcodes].flat().map((texto) => ({ texto, esPrincipal: false })),
      ]

/** The codes that a product gains by this change. `de` names the product until it has an id. */
export function lecturasOf(de: string, producto: Leible, before?: Leible): Lectura[] {
  const had = textsOf(before)
  return textsOf(producto)
    .filter(({ texto, esPrincipal }) => !had.some((one) => one.texto === texto && one.esPrincipal === esPrincipal))
    .map((lectura) => ({ de, ...lectura }))
}

/** The reason why a code is taken, as the middle of a sentence. */
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

/** The newly written codes that another product has; waits for others who write codes at the same instant. */
export async function tomadasOf(tx: Tx, empresaId: EmpresaId, lecturas: readonly Lectura[]): Promise<LecturaTomada[]> {
  if (lecturas.length === 0) return []
  await lockLecturas(tx, empresaId)
  return lookTomadas(tx, empresaId, lecturas)
}

/** The same, without a lock. */
export const lookTomadas = async (tx: Tx, empresaId: EmpresaId, lecturas: readonly Lectura[]): Promise<LecturaTomada[]> =>
  (await findTomadas(tx, empresaId, lecturas)).map(told)
