// Faults in what is written for the SRI, read from it and decided by it, and in the judge that stands in for it.
const SRI = 'packages/sri/src'
const COMPROBANTE = 'apps/api/src/features/comprobante/avance'
const JUEZ = 'apps/sri-simulator/src'

export const sri = [
  {
    nombre: 'firma-sobre-otros-bytes',
    intencion: 'The signature covers the XML declaration too, which verifiers leave out',
    cambios: [[`${SRI}/firma/sign.ts`, 'start === 0 && end === xml.length ? xml : xml.slice(start, end)', 'xml']],
    prueba: `${SRI}/firma/sign.test.ts`,
    titulo: 'is accepted by independent verifiers, by our own and by the check before sending',
  },
  {
    nombre: 'firma-en-el-futuro',
    intencion: 'The signing time is rounded up',
    cambios: [[`${SRI}/firma/sign.ts`, 'new Date(at.getTime() - ECUADOR_OFFSET_MS)', 'new Date(at.getTime() - ECUADOR_OFFSET_MS + 999)']],
    prueba: `${SRI}/firma/sign.test.ts`,
    titulo: 'writes the signing time in Ecuador, in whole seconds and never in the future',
  },
  {
    nombre: 'documento-sin-comprobar',
    intencion: 'The check before sending does not look at the document',
    cambios: [
      [`${SRI}/firma/verify-own.ts`, 'if (!digestIs(documentDigest, document)) problemas', 'if (documentDigest === undefined) problemas'],
    ],
    prueba: `${SRI}/firma/verify.test.ts`,
    titulo: 'refuses any single changed character',
  },
  {
    nombre: 'doctype-admitido',
    intencion: 'A DOCTYPE is looked for in capitals only',
    cambios: [[`${SRI}/xml/parse-xml.ts`, '/<!(?:DOCTYPE|ENTITY)/i', '/<!(?:DOCTYPE|ENTITY)/']],
    prueba: `${SRI}/xml/parse-xml.test.ts`,
    titulo: 'a DOCTYPE in other letters',
  },
  {
    nombre: '43-por-rechazo',
    intencion: 'The answer 43, already registered, is taken for a rejection',
    cambios: [
      [
        `${COMPROBANTE}/decision.ts`,
        "{ ...base, a: 'INCIERTO', causa: 'El SRI ya tiene esta clave: se consulta', enSegundos: PRIMERA_CONSULTA }",
        "{ ...base, a: 'RECHAZADO', causa: 'El SRI ya tiene esta clave' }",
      ],
    ],
    prueba: `${COMPROBANTE}/decision.test.ts`,
    titulo: '43: the clave is there already: asked for at once, never a rejection by itself (O-54)',
  },
  {
    nombre: 'fecha-inventada',
    intencion: 'An authorisation without a date gets ours',
    cambios: [
      [
        `${COMPROBANTE}/decision.ts`,
        'entrada.fechaAutorizacion === undefined ? undefined : instanteSri(entrada.fechaAutorizacion)',
        "instanteSri(entrada.fechaAutorizacion ?? '') ?? new Date()",
      ],
    ],
    prueba: `${COMPROBANTE}/decision.test.ts`,
    titulo: 'AUTORIZADO with the date «ayer»: never invented; it waits as RECIBIDA',
  },
  {
    nombre: 'respuesta-de-otra-clave',
    intencion: 'What the SRI says of another clave decides about ours',
    cambios: [
      [
        `${COMPROBANTE}/decision.ts`,
        'respuesta.claveAccesoConsultada !== undefined && respuesta.claveAccesoConsultada !== propio.clave',
        "respuesta.claveAccesoConsultada === ''",
      ],
    ],
    prueba: `${COMPROBANTE}/decision.test.ts`,
    titulo: 'an answer about another clave decides nothing',
  },
  {
    nombre: 'juez-sin-calendario',
    intencion: 'The simulator takes documents of tomorrow',
    cambios: [[`${JUEZ}/reglas/fecha.ts`, 'if (age >= 0 && age <= toleranciaDias)', 'if (age <= toleranciaDias)']],
    prueba: `${JUEZ}/recepcion.test.ts`,
    titulo: '65 tomorrow',
  },
  {
    nombre: 'juez-que-trunca',
    intencion: 'The simulator cuts amounts down to the cent',
    cambios: [[`${JUEZ}/reglas/decimal.ts`, '(value + unit / 2n) / unit :', 'value / unit :']],
    prueba: `${JUEZ}/reglas/reglas.test.ts`,
    titulo: 'rounds half up on exact decimals, once',
  },
  {
    nombre: 'juez-sin-45',
    intencion: 'The simulator takes a number that another clave holds',
    cambios: [
      [`${JUEZ}/juicio.ts`, 'if (other !== undefined && other !== clave) return', 'if (other !== undefined && other === clave) return'],
    ],
    prueba: `${JUEZ}/recepcion.test.ts`,
    titulo: '43 answers a key that is authorised, 45 a number used under another key',
  },
  {
    nombre: 'ride-sin-descuento',
    intencion: 'The RIDE prints no discount of a line',
    cambios: [[`${SRI}/ride/contenido/detalle.ts`, 'dinero(d.descuento ?? 0)', 'dinero(0)']],
    prueba: `${SRI}/ride/pdf-xml.property.test.ts`,
    titulo: 'I12: the PDF of any factura 1.1.0 says every amount, number, clave, date and text of its XML',
  },
]
