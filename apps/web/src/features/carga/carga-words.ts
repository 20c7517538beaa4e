import { TIPO_CARGA_PERSONAS, type TipoCarga } from '@yupana/contract'

interface Palabras {
  /** Required columns, in the guide. */
  necesarias: string
  otras: string
  nota: string
  plantilla: string
  /** Verb of the button with a count: «Registrar 3 productos». */
  verbo: string
  /** Singular and plural, before and after. */
  seHara: [one: string, several: string]
  seHizo: [one: string, several: string]
  cosa: [one: string, several: string]
  ver: { to: string; label: string }
}

const PRODUCTO: [string, string] = ['producto', 'productos']
const VER_PRODUCTOS = { to: '/producto', label: 'Ver productos' }

/** Texts of each kind of upload. */
export const PALABRAS: Readonly<Record<TipoCarga, Palabras>> = {
  1: {
    necesarias: 'Código, Nombre, Precio sin IVA, IVA',
    otras:
      'Tipo, Código de barras, Código auxiliar, Lista 1 a Lista 4, Costo, Stock mínimo, Lleva inventario, Categoría, Marca, Unidad, Código de ICE, Paga IRBPNR, Precio libre',
    nota: 'El IVA se escribe como 15% o 0%; el tipo, Producto o Servicio. Categoría, marca y unidad tienen que existir y van por su nombre, sin importar tildes ni mayúsculas; de una categoría repetida se escribe también la de encima: Bebidas > Café.',
    plantilla: 'plantilla-productos',
    verbo: 'Registrar',
    seHara: ['Se registrará', 'Se registrarán'],
    seHizo: ['Se registró', 'Se registraron'],
    cosa: PRODUCTO,
    ver: VER_PRODUCTOS,
  },
  2: {
    necesarias: 'Código y al menos una de precios',
    otras: 'Precio sin IVA, Lista 1 a Lista 4, Costo, Nombre (solo para guiarse)',
    nota: 'Las celdas vacías no cambian nada.',
    plantilla: 'plantilla-precios',
    verbo: 'Actualizar',
    seHara: ['Cambiará de precio', 'Cambiarán de precio'],
    seHizo: ['Se actualizó', 'Se actualizaron'],
    cosa: PRODUCTO,
    ver: VER_PRODUCTOS,
  },
  3: {
    necesarias: 'Código, Cantidad',
    otras: 'Bodega, Costo unitario, Nombre (solo para guiarse)',
    nota: 'Sin bodega entra en la predeterminada; sin costo, al de la ficha. El producto tiene que llevar inventario y no haberse movido aún en esa bodega.',
    plantilla: 'plantilla-inventario-inicial',
    verbo: 'Registrar el stock de',
    seHara: ['Entrará hoy el stock de', 'Entrará hoy el stock de'],
    seHizo: ['Se registró el stock de', 'Se registró el stock de'],
    cosa: PRODUCTO,
    ver: { to: '/movimiento/existencias', label: 'Ver existencias' },
  },
  [TIPO_CARGA_PERSONAS]: {
    necesarias: 'Identificación, Nombre',
    otras:
      'Tipo de identificación, Nombre comercial, Rol, Correo, Teléfono, Dirección, Días de crédito, Límite de crédito, Lista de precios',
    nota: 'Dé formato de texto a la identificación y al teléfono, para que no pierdan el cero. El rol es Cliente si no dice otro; varios se separan con comas. Un correo por persona; los demás, en su ficha. Días y límite de crédito los escribe quien puede dar crédito; los demás los dejan vacíos.',
    plantilla: 'plantilla-personas',
    verbo: 'Registrar',
    seHara: ['Se registrará', 'Se registrarán'],
    seHizo: ['Se registró', 'Se registraron'],
    cosa: ['persona', 'personas'],
    ver: { to: '/persona', label: 'Ver personas' },
  },
}

export const number = (n: number): string => n.toLocaleString('en-US')
const of = ([one, several]: [string, string], n: number) => (n === 1 ? one : several)

export const filasText = (n: number): string => `${number(n)} ${n === 1 ? 'fila' : 'filas'}`
const cosasText = (tipo: TipoCarga, n: number) => `${number(n)} ${of(PALABRAS[tipo].cosa, n)}`
/** «Registrar 400 productos» */
export const verboText = (tipo: TipoCarga, n: number): string => `${PALABRAS[tipo].verbo} ${cosasText(tipo, n)}`
export const seHaraText = (tipo: TipoCarga, n: number): string => `${of(PALABRAS[tipo].seHara, n)} ${cosasText(tipo, n)}.`
export const seHizoText = (tipo: TipoCarga, n: number): string => `${of(PALABRAS[tipo].seHizo, n)} ${cosasText(tipo, n)}.`
