import type { PersonaForm, ProductoForm } from '@yupana/contract'
import { fromUnits, parseMonto, TIPO_IVA, type Monto, type TipoIva } from '@yupana/fiscal'

import { ROL, type Rol } from '../../src/plugins/sesion/roles.ts'
import type { EmpresaNueva } from '../../src/features/empresa/empresa.door.ts'

// Invented names, and numbers with a valid check digit from ranges far above issued ones.

export const PASSWORD_DEMO = 'Yupana2026'

export interface EmpresaDemo extends EmpresaNueva {
  /** Holder of the demonstration certificate. */
  titular: { nombre: string; cedula: string }
}

export const EMPRESAS: readonly [EmpresaDemo, EmpresaDemo] = [
  {
    ruc: '1799999907001',
    razonSocial: 'DISTRIBUIDORA ANDINA DEMO S.A.',
    nombreComercial: 'ANDINA',
    dirMatriz: 'Av. Amazonas N21-147 y Roca, Quito',
    telefono: '022000001',
    correo: 'andina@example.com',
    obligadoContabilidad: true,
    condicionesConfirmadas: true,
    condiciones: [{ tipo: 'REGIMEN', desde: '2022-01-01', valor: 'GENERAL' }],
    establecimientos: [
      {
        codigo: '001',
        nombre: 'Matriz',
        direccion: 'Av. Amazonas N21-147 y Roca, Quito',
        puntos: [
          { codigo: '001', descripcion: 'Oficina' },
          { codigo: '002', descripcion: 'Caja' },
        ],
      },
      { codigo: '002', nombre: 'Sucursal Sur', direccion: 'Av. Maldonado S28-90, Quito', puntos: [{ codigo: '001', descripcion: 'Caja' }] },
    ],
    titular: { nombre: 'LUCIA DEMO ANDRADE', cedula: '1759999996' },
  },
  {
    ruc: '1759999988001',
    razonSocial: 'PAREDES DEMO TOMAS',
    nombreComercial: 'PAPELERÍA EL TABLERO',
    dirMatriz: 'Calle Bolívar 5-32, Cuenca',
    telefono: '072000002',
    correo: 'tablero@example.com',
    condicionesConfirmadas: true,
    condiciones: [{ tipo: 'REGIMEN', desde: '2022-01-01', valor: 'RIMPE' }],
    establecimientos: [
      {
        codigo: '001',
        nombre: 'Papelería',
        direccion: 'Calle Bolívar 5-32, Cuenca',
        puntos: [{ codigo: '001', descripcion: 'Mostrador' }],
      },
    ],
    titular: { nombre: 'TOMAS PAREDES DEMO', cedula: '1759999988' },
  },
]

export interface UsuarioDemo {
  username: string
  name: string
  surname: string
  superAdmin?: boolean
  rol: Rol
  /** Indexes in EMPRESAS. */
  empresas: readonly number[]
}

export const mailOf = ({ username }: UsuarioDemo): string => `${username}@example.com`

/** Accountant of all companies. */
export const CONTADORA: UsuarioDemo = { username: 'contadora', name: 'Carmen', surname: 'Contreras', rol: ROL.ADMIN, empresas: [0, 1] }

export const USUARIOS: readonly UsuarioDemo[] = [
  CONTADORA,
  { username: 'vendedor', name: 'Víctor', surname: 'Vega', rol: ROL.VENDEDOR, empresas: [0] },
  { username: 'soporte', name: 'Sofía', surname: 'Soporte', superAdmin: true, rol: ROL.SUPER_ADMIN, empresas: [0, 1] },
]

const persona = (
  tipo: PersonaForm['tipo_identificacion'],
  identificacion: string,
  razon_social: string,
  correo: string,
  more: Partial<PersonaForm> = {},
): PersonaForm => ({
  tipo_identificacion: tipo,
  identificacion,
  razon_social,
  roles: ['cliente'],
  correos: [`${correo}@example.com`],
  telefonos: [],
  direccion: 'Quito',
  direcciones: [],
  dias_credito: 0,
  limite_credito: null,
  lista_precios: null,
  activo: true,
  ...more,
})

const COMUNES: readonly PersonaForm[] = [
  persona('04', '0999999700001', 'COMERCIAL GUAYAS DEMO CÍA. LTDA.', 'compras', {
    direccion: 'Guayaquil',
    direcciones: [
      { nombre: 'Bodega norte', direccion: 'Vía a Daule km 12, Guayaquil' },
      { nombre: 'Local Durán', direccion: 'Av. Nicolás Lapentti y Loja, Durán' },
    ],
    dias_credito: 30,
  }),
  persona('04', '0199999605001', 'AUSTRO MUEBLES DEMO S.A.', 'austro', {
    direccion: 'Cuenca',
    dias_credito: 15,
  }),
  persona('04', '1399999509001', 'PESQUERA MANTA DEMO S.A.', 'pesquera', {
    roles: ['cliente', 'proveedor'],
    direccion: 'Manta',
  }),
  persona('04', '1769999930001', 'MUNICIPIO DE EJEMPLO', 'municipio', { dias_credito: 60 }),
  persona('04', '0959999970001', 'MORA DEMO ANDREA', 'andrea', { direccion: 'Guayaquil' }),
  persona('05', '0159999960', 'ÍÑIGUEZ DEMO JOSÉ', 'jose', { direccion: 'Cuenca' }),
  persona('05', '1359999958', 'ZAMBRANO DEMO ROSA', 'rosa', { direccion: 'Portoviejo' }),
  persona('05', '1859999938', 'TOAPANTA DEMO LUIS', 'luis', { roles: ['cliente', 'transportista'], direccion: 'Ambato' }),
  persona('06', 'P1234567', 'MÜLLER DEMO ANNA', 'anna', { direccion: 'Otavalo' }),
  persona('08', 'EXT-90210', 'ACME DEMO LLC', 'acme', { direccion: 'Miami', dias_credito: 30 }),
]

/** A person with a name of 120 letters and a mail of 60, as a test for every screen with people. */
export const PERSONA_LARGA = persona(
  '04',
  '1799999761001',
  'COMERCIALIZADORA IMPORTADORA Y DISTRIBUIDORA DE MATERIALES DE CONSTRUCCIÓN Y ACABADOS DEL AUSTRO ECUATORIANO DEMO CIA SA',
  'departamento.de.adquisiciones.y.contrataciones.a',
  { direccion: 'Av. Huayna Cápac y Juan José Flores, edificio Paseo de las Américas, piso 12, Cuenca' },
)

/** Supplier of the demonstration companies. */
export const PROVEEDOR = persona('04', '1799999419001', 'IMPORTADORA EQUINOCCIO DEMO S.A.', 'equinoccio', {
  roles: ['proveedor'],
  dias_credito: 30,
})

/** Occasional clients. */
export const CLIENTES = COMUNES
export const PERSONAS: readonly PersonaForm[] = [...COMUNES, PROVEEDOR, PERSONA_LARGA]

/** ×10⁶ */
function amount(text: string): Monto {
  const monto = parseMonto(text)
  if (monto === undefined) throw new RangeError(text)
  return monto
}

type ProductoDemo = Omit<ProductoForm, 'partes'>

function producto(
  code: string,
  name: string,
  price: string,
  iva: TipoIva,
  type_product: ProductoForm['type_product'] = 'PRODUCTO',
): ProductoDemo {
  return {
    code,
    name,
    price: amount(price),
    iva,
    type_product,
    price_list: [],
    barcodes: [],
    minimum_stock: 0,
    manage_inventory: false,
    status: 'ACTIVO',
    is_external: false,
    irbpnr: false,
    precio_libre: false,
  }
}

const inventariado = (code: string, name: string, price: string, minimo: number): ProductoDemo => ({
  ...producto(code, name, price, TIPO_IVA.QUINCE),
  manage_inventory: true,
  minimum_stock: fromUnits(minimo),
})

/** Products sold occasionally. */
export const VENTAS: readonly ProductoDemo[] = [
  producto('CUA-100', 'Cuaderno universitario 100 hojas', '1.95', TIPO_IVA.QUINCE),
  producto('ESF-AZ', 'Esferográfico azul', '0.3478', TIPO_IVA.QUINCE),
  producto('RES-A4', 'Resma de papel A4 75 g', '3.85', TIPO_IVA.QUINCE),
  producto('TON-85A', 'Tóner compatible 85A', '24.50', TIPO_IVA.QUINCE),
  producto('MOU-USB', 'Mouse óptico USB', '7.826087', TIPO_IVA.QUINCE),
  producto('TEC-ES', 'Teclado en español', '13.90', TIPO_IVA.QUINCE),
  producto('MON-24', 'Monitor 24 pulgadas', '129.99', TIPO_IVA.QUINCE),
  producto('SIL-ERG', 'Silla ergonómica', '89.00', TIPO_IVA.QUINCE),
  producto('CAF-400', 'Café de altura molido 400 g', '6.25', TIPO_IVA.QUINCE),
  producto('CHO-070', 'Chocolate 70 % 100 g', '2.90', TIPO_IVA.QUINCE),
  producto('ARR-QQ', 'Arroz quintal', '42.00', TIPO_IVA.CERO),
  producto('LEC-LT', 'Leche entera litro', '0.95', TIPO_IVA.CERO),
  producto('LIB-TEX', 'Libro de texto de matemáticas', '18.00', TIPO_IVA.CERO),
  producto('QUI-500', 'Quinua 500 g', '2.15', TIPO_IVA.CERO),
  producto('CEM-50', 'Cemento 50 kg', '7.68', TIPO_IVA.CINCO),
  producto('VAR-12', 'Varilla de hierro 12 mm', '10.40', TIPO_IVA.CINCO),
  producto('SRV-INS', 'Servicio de instalación', '35.00', TIPO_IVA.QUINCE, 'SERVICIO'),
  producto('SRV-CON', 'Consultoría por hora', '40.00', TIPO_IVA.QUINCE, 'SERVICIO'),
  producto('SRV-TRA', 'Transporte de pasajeros', '12.00', TIPO_IVA.EXENTO, 'SERVICIO'),
  producto('CUO-SOC', 'Cuota social', '25.00', TIPO_IVA.NO_OBJETO, 'SERVICIO'),
]

/** A product whose price with IVA has nine digits, as a test for every screen with amounts. */
export const PRODUCTO_CARO = producto('MAQ-LIN', 'Línea de producción de cemento, instalada y en marcha', '107353729.57', TIPO_IVA.QUINCE)

/** Products with stock: bought at `costo`, with an initial quantity of `inicial`. */
export const INVENTARIADOS: readonly { producto: ProductoDemo; costo: number; inicial: number }[] = [
  { producto: inventariado('IMP-TER', 'Impresora térmica de 80 mm', '145.00', 4), costo: amount('92.50'), inicial: 12 },
  { producto: inventariado('LEC-COD', 'Lector de códigos de barras', '58.00', 6), costo: amount('31.20'), inicial: 20 },
]

export const PRODUCTOS: readonly ProductoDemo[] = [...VENTAS, ...INVENTARIADOS.map(({ producto }) => producto), PRODUCTO_CARO]

/** A combo, by the codes of its parts, one of each. */
export const COMBO = {
  producto: producto('CMB-CAJ', 'Combo punto de venta: impresora y lector', '195.00', TIPO_IVA.QUINCE),
  partes: INVENTARIADOS.map(({ producto: { code } }) => code),
}
