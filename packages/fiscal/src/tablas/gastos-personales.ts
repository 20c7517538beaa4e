/** Personal expenses that count, and the number of baskets, by first year. LRTI, second article numbered after 10. */
import type { Confianza } from '../norma/vigencia.ts'

/** Categories of the expenses (O-78), in the order of form SRI-GP. */
export const CATEGORIA_GASTO_LABEL = {
  VIVIENDA: 'Vivienda',
  EDUCACION: 'Educación, arte y cultura',
  SALUD: 'Salud',
  VESTIMENTA: 'Vestimenta',
  ALIMENTACION: 'Alimentación',
  TURISMO: 'Turismo',
} as const
export type CategoriaGasto = keyof typeof CATEGORIA_GASTO_LABEL

/** A category since a year: its items, and its box in form SRI-GP. */
export interface FilaCategoriaGasto {
  categoria: CategoriaGasto
  desde: number
  detalle: string
  casillero: string
  confidence: Confianza
  note?: string
}

const VIVIENDA = 'Arriendo, intereses de préstamos hipotecarios, impuestos prediales, servicios básicos y condominio'
const SALUD = 'Honorarios médicos, hospital, medicinas y seguros médicos'
const ALIMENTACION = 'Alimentos, restaurantes y pensiones alimenticias'

/** Newest first within a category. */
export const CATEGORIAS_GASTO: readonly FilaCategoriaGasto[] = [
  {
    categoria: 'VIVIENDA',
    desde: 2025,
    detalle: `${VIVIENDA}; sueldos de trabajadores del hogar; intereses de créditos quirografarios`,
    casillero: '106',
    confidence: 'M',
    note: 'En qué rubro van los sueldos del hogar y los intereses de créditos quirografarios está por confirmar',
  },
  { categoria: 'VIVIENDA', desde: 2022, detalle: VIVIENDA, casillero: '106', confidence: 'V' },
  {
    categoria: 'EDUCACION',
    desde: 2022,
    detalle: 'Matrículas, pensiones, útiles, uniformes, cursos, arte y cultura',
    casillero: '107',
    confidence: 'V',
  },
  { categoria: 'SALUD', desde: 2025, detalle: `${SALUD}; veterinario`, casillero: '108', confidence: 'V' },
  { categoria: 'SALUD', desde: 2022, detalle: SALUD, casillero: '108', confidence: 'V' },
  { categoria: 'VESTIMENTA', desde: 2022, detalle: 'Ropa y calzado', casillero: '109', confidence: 'V' },
  { categoria: 'ALIMENTACION', desde: 2025, detalle: `${ALIMENTACION}; alimento de mascotas`, casillero: '110', confidence: 'V' },
  { categoria: 'ALIMENTACION', desde: 2022, detalle: ALIMENTACION, casillero: '110', confidence: 'V' },
  {
    categoria: 'TURISMO',
    desde: 2022,
    detalle: 'Turismo nacional en establecimientos registrados',
    casillero: '111',
    confidence: 'V',
  },
]

/** Baskets by dependants 0, 1, 2 … (the last is «and more»), and for a catastrophic, rare or orphan disease. */
export const CANASTAS_GASTO: readonly {
  readonly desde: number
  readonly cargas: readonly number[]
  readonly catastrofica: number
  readonly source: string
  readonly confidence: Confianza
  readonly note?: string
}[] = [
  {
    desde: 2024,
    cargas: [7, 9, 11, 14, 17, 20],
    catastrofica: 100,
    source: 'Ley para el Fortalecimiento de la Economía Familiar, junio de 2023',
    confidence: 'V',
  },
  {
    desde: 2023,
    cargas: [7, 9, 11, 14, 17, 20],
    catastrofica: 100,
    source: 'Ley para el Fortalecimiento de la Economía Familiar, junio de 2023',
    confidence: 'M',
    note: 'La regla de junio de 2023 se aplica a todo el ejercicio',
  },
  {
    desde: 2022,
    cargas: [7],
    catastrofica: 7,
    source: 'Ley Orgánica para el Desarrollo Económico, noviembre de 2021',
    confidence: 'M',
    note: 'Siete canastas para todos; 20% o 10% según el ingreso',
  },
]
