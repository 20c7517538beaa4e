import {
  checkTexto,
  isDigits,
  isDigitsOrEmpty,
  isEmail,
  isFecha,
  lengthOf,
  CATEGORIA_GASTO_LABEL,
  MONTO_MAX,
  NUMERO_DESDE_CERO,
  PATRON_CORREO,
  PATRON_NUMERO,
  SOLO_NUMEROS,
  whyNotNumero,
  type CategoriaGasto,
  type Monto,
  type TextoReglas,
} from '@yupana/fiscal'
import * as z from 'zod/mini'

export { idParams, uuid } from './uuid.ts'

/** Categories of personal expenses, by the law of the year. */
export const CATEGORIAS_GASTO = Object.keys(CATEGORIA_GASTO_LABEL) as [CategoriaGasto, ...CategoriaGasto[]]

/** Check of fiscal text, with the reason: controls, invisible marks and lone surrogates are named (O-111). */
const fiscal = (reglas: TextoReglas = {}) =>
  z.check<string>(({ value, issues }) => {
    const message = checkTexto(value, reglas)
    if (message !== undefined) issues.push({ code: 'custom', message, input: value, continue: true })
  })

/** One line of text, trimmed, 1 to `max` code points (O-111). */
export const texto = (max: number, min = 1) => z.string().check(z.trim(), fiscal({ min, max }))

/** Like `texto`, but may be empty. */
export const textoVacio = (max: number) => z._default(texto(max, 0), '')

/** Words typed into a search. */
export const buscado = z.string().check(
  z.trim(),
  z.refine((text) => lengthOf(text) <= 100, '100 caracteres máximos.'),
  fiscal(),
)

const orNothing = <S extends z.ZodMiniType<string, string>>(schema: S) =>
  z.optional(
    z.pipe(
      z.union([z.literal(''), z.null(), schema]),
      z.transform((text) => text || undefined),
    ),
  )

/** A QR code: modules at each side, and the dark ones as the path of an SVG. */
export const codigoQr = z.object({ lado: z.int(), trazo: z.string() })

/** Text that may be missing or empty; empty becomes undefined. */
export const textoOpcional = (max: number) => orNothing(texto(max))

/** Controls that lines of text refuse; a line break is kept. The text is trimmed, and empty becomes undefined. */
const CONTROLES = /[^\P{C}\n]/u
export const lineasOpcionales = (max: number) =>
  z.optional(
    z.pipe(
      z.union([
        z.null(),
        z.string().check(
          z.trim(),
          z.overwrite((text) => text.replace(/\r\n?/g, '\n')),
          z.refine((text) => lengthOf(text) <= max, `${max} caracteres máximos.`),
          z.refine((text) => !CONTROLES.test(text), 'Tiene un carácter invisible que no está permitido.'),
        ),
      ]),
      z.transform((text) => text || undefined),
    ),
  )

/** Only digits, of any length. */
const soloNumeros = z.refine<string>((text) => isDigitsOrEmpty(text), { error: SOLO_NUMEROS, abort: true })

export const digitos = (length: number) =>
  z.string().check(soloNumeros, z.regex(new RegExp(`^\\d{${length}}$`), `Tiene que tener ${length} dígitos.`))

/** At most `max` digits; empty becomes undefined. */
export const digitosOpcional = (max: number) => orNothing(texto(max).check(z.refine((text) => isDigits(text), SOLO_NUMEROS)))

/** A phone: digits with the usual separators. */
export const telefono = (max: number) => texto(max).check(z.refine((text) => isDigits(text.replace(/^\+|[\s().-]/g, '')), SOLO_NUMEROS))

export const telefonoOpcional = (max: number) => orNothing(telefono(max))

/** A quantity ×10⁶ as a safe integer, never negative. */
export const cantidad = z.number().check(
  z.refine((value) => Number.isSafeInteger(value) && !Object.is(value, -0), 'Monto no válido: se espera un entero ×10⁶.'),
  z.refine((value) => value >= 0, 'Tiene que ser como mínimo 0.'),
  z.refine((value) => value <= MONTO_MAX, 'El monto es demasiado grande.'),
)

/** A percentage ×10⁶, with the rules of a quantity. */
export const porcentaje = cantidad

/** The same schema with the type of an amount; at run time it still admits only safe integers. */
export const deMonto = <Schema extends z.ZodMiniType<number, number>>(schema: Schema) => schema as Schema & z.ZodMiniType<Monto, number>

/** Dollars ×10⁶ as a safe integer, never negative. */
export const monto = deMonto(cantidad)

/** Dollars ×10⁶ of either sign, in answers. */
export const conSigno = deMonto(z.int())

/** Highest amount of one payment, ×10⁶. A larger one is a typing error, and a few of those would exceed the range of a sum. */
export const DINERO_MAX = 99_999_999_990_000
export const DINERO_PASADO = 'Se admiten hasta $99,999,999.99 de una vez.'
export const dinero = monto.check(z.refine((value) => value <= DINERO_MAX, DINERO_PASADO))

/** A document's number with dashes; no part of it is zero. */
export const numeroComprobante = (como = 'Escriba el número del comprobante como 001-001-000000001.') =>
  z.string().check(
    z.regex(PATRON_NUMERO, { error: como, abort: true }),
    z.refine((text) => whyNotNumero(text) === undefined, NUMERO_DESDE_CERO),
  )

/** A calendar day `yyyy-MM-dd` in Ecuador, from 2015 on. */
export const fecha = z.string().check(z.refine((value) => isFecha(value) && value >= '2015-01-01', 'Fecha no válida.'))

const CORREO_INVALIDO = 'Ingrese un correo válido.'
/** Whether a mail has one spelling besides capitals, so that the database cannot read two mails alike. */
const isOneSpelling = (text: string) => text === text.normalize('NFKC') && text.toLowerCase().length === text.length

export const correo = z.string().check(
  z.trim(),
  fiscal(),
  z.regex(PATRON_CORREO, CORREO_INVALIDO),
  z.refine((text) => !PATRON_CORREO.test(text) || (isEmail(text) && isOneSpelling(text)), CORREO_INVALIDO),
)

/** Whether the name looks like no mail and no number, also in wide characters: those could be names of other people (O-114). */
const isUsername = (text: string) => {
  const plain = text.normalize('NFKC')
  return plain === '' || (!plain.includes('@') && /\p{L}/u.test(plain))
}

/** Refuses other alphabets, whose letters, marks and digits look like ours: `rоsa` with a Cyrillic о. */
const isLatin = (text: string) => !/(?![\p{Script=Latin}0-9])[\p{L}\p{M}\p{N}]/u.test(text.normalize('NFKC'))

/** Invisible letters, with which two people would look alike in every list. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u2800]/u

/** Whether a list or a mail would show the text as a link. A point between two names is no link: `ana.perez`. */
const isDireccion = (text: string) =>
  /[\\/:]|(^|\W)www[.。｡]|[.。｡](com|net|org|edu|gob|gov|mil|info|biz|io|co|ec|app|dev|me|tv|xyz|site|online|shop|store|link|click|top|live|club)$/iu.test(
    text.normalize('NFKC'),
  )

/** Name for signing in, besides mail and identification. */
export const username = texto(60).check(
  z.refine((text) => !/\s/.test(text.normalize('NFKC')), { error: 'No se permiten espacios en blanco.', abort: true }),
  z.refine((text) => !UNSEEN.test(text), { error: 'El usuario tiene un carácter que no se ve.', abort: true }),
  z.refine(isLatin, { error: 'El usuario solo lleva letras del alfabeto latino (también ñ y tildes), números y signos.', abort: true }),
  z.refine(isUsername, { error: 'El usuario lleva al menos una letra y no puede ser un correo.', abort: true }),
  z.refine((text) => !isDireccion(text), 'El usuario no puede ser una dirección de internet.'),
)

/** A yes or no in a query string. */
export const siNo = z.pipe(
  z.enum(['true', 'false']),
  z.transform((text) => text === 'true'),
)

/** Version of a record that was read; 0 before the first. The limit is that of its column. */
export const version = z.int().check(z.gte(0), z.lte(2_147_483_647))

/** Highest number of price lists of a product, besides its price. */
export const MAX_PRICE_LIST = 4
/** The prices of a product: 0 is its own, the others are its lists. */
export const LISTAS_PRECIOS = [0, 1, 2, 3, MAX_PRICE_LIST] as const
export const nombreDeLista = (lista: number): string => (lista === 0 ? 'Precio principal' : `Lista ${lista}`)
export const listaPrecios = z
  .int()
  .check(z.minimum(0, 'Elija una lista de precios.'), z.maximum(MAX_PRICE_LIST, 'Elija una lista de precios.'))
