import type { RecibidoFila } from '@yupana/contract'
import { nombreComprobanteAts } from '@yupana/fiscal'

/** How a document of the inbox is spoken of. */
export const numeroText = ({ tipo, numero }: Pick<RecibidoFila, 'tipo' | 'numero'>) => `${nombreComprobanteAts(tipo) ?? tipo} ${numero}`
