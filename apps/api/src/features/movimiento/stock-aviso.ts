import { displayNumero, type PoliticaStock } from '@yupana/fiscal'

import type { Problem } from '../../errors.ts'

interface Falta {
  producto: string
  bodega: string
  /** What there was, and what leaves. */
  habia: number
  sale: number
}

/** What is said of a movement of more than there is (O-73); nothing where the company lets it pass. */
export function stockShort(politica: PoliticaStock, campo: string, { producto, bodega, habia, sale }: Falta): Problem | undefined {
  if (habia >= sale || politica === 'PERMITIR') return undefined
  const hay = `En ${bodega} hay ${displayNumero(habia)} de ${producto} y salen ${displayNumero(sale)}`
  return {
    campo,
    message:
      politica === 'BLOQUEAR'
        ? `${hay}: no alcanza. Registre el ingreso o baje la cantidad.`
        : `${hay}: el stock queda en ${displayNumero(habia - sale)}.`,
  }
}
