/** Days and places of decrees that lowered the IVA of tourism services. Other decrees are not known: they are added as data. */
import type { Confianza } from '../norma/vigencia.ts'

interface Decreto {
  source: string
  confidence: Confianza
  note?: string
  desde: string
  hasta: string
  /** Codes of the country, its provincias or cantones. */
  lugares: readonly string[]
}

export const DECRETOS_TURISMO: readonly Decreto[] = [
  { desde: '2026-02-14', hasta: '2026-02-17', lugares: ['EC'], source: 'D.E. 304', confidence: 'V' },
  { desde: '2026-01-01', hasta: '2026-01-04', lugares: ['EC'], source: 'D.E. 271', confidence: 'V' },
  { desde: '2025-11-01', hasta: '2025-11-04', lugares: ['10', '04', '1702', '1704'], source: 'D.E. 196', confidence: 'V' },
  { desde: '2025-04-18', hasta: '2025-04-20', lugares: ['EC'], source: 'D.E. 594', confidence: 'M', note: 'No se ha visto el primer día' },
  { desde: '2023-11-02', hasta: '2023-11-05', lugares: ['EC'], source: 'Decreto del feriado de noviembre de 2023', confidence: 'V' },
]
