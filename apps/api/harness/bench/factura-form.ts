import type { FacturaFormInput } from '@yupana/contract'

const UNO = 1_000_000
const CLIENTES = 50

/** A cédula with its check digit, the n-th of a made-up run. */
export function cedulaOf(n: number): string {
  const digits = `17${String(1_000_000 + n)}`
  const sum = [...digits].reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return digits + String((10 - (sum % 10)) % 10)
}

const PRODUCTOS = [
  'Resma de papel bond A4 75 g',
  'Servicio de mantenimiento mensual',
  'Cartucho de tinta negra 954XL',
  'Café tostado y molido 400 g',
  'Cable de red categoría 6, 3 m',
]

/** The n-th factura: `lineas` lines at 15 %, one of fifty clients of the company. */
export function facturaForm(n: number, punto: string, lineas: number): FacturaFormInput {
  const cliente = n % CLIENTES
  const lines = Array.from({ length: lineas }, (_, at) => ({
    codigo: `PROD-${String((n + at) % 400).padStart(4, '0')}`,
    descripcion: `${PRODUCTOS[(n + at) % PRODUCTOS.length] ?? ''} (${at + 1})`,
    cantidad: (1 + ((n + at) % 5)) * UNO,
    precio_unitario: (100 + ((n * 7 + at * 13) % 9_900)) * 10_000,
    iva: 6,
  }))
  const cents = lines.reduce((sum, { cantidad, precio_unitario }) => sum + (cantidad / UNO) * (precio_unitario / 10_000), 0)
  const iva = Math.floor((cents * 15 + 50) / 100)
  return {
    establecimiento: '001',
    punto,
    comprador: {
      tipo_identificacion: '05',
      identificacion: cedulaOf(cliente),
      razon_social: `CLIENTE ${NOMBRES[cliente % NOMBRES.length] ?? ''} ${cliente}`,
      direccion: 'Calle Larga 7-32 y Benigno Malo, Cuenca',
      correos: [`cliente${cliente}@ejemplo.ec`],
    },
    lineas: lines,
    pagos: [{ forma_pago: '20', total: (cents + iva) * 10_000 }],
  }
}

export const NOMBRES = [
  'MARÍA PÉREZ',
  'JOSÉ ANDRADE',
  'ANA GUAMÁN',
  'LUIS TIPÁN',
  'ROSA CEVALLOS',
  'JUAN QUISHPE',
  'CARMEN ZAMBRANO',
  'PEDRO MORÁN',
  'ELENA VERA',
  'DIEGO SALAZAR',
]
