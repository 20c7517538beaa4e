import { dictamenOf, type Dictamen } from '@yupana/sri'

import { readEntrada, someArchivos } from '../archivos.ts'
import { JSON_OPCION, SALIDA, type Comando } from '../comando.ts'
import { fechaHora, ficha, lista } from '../formato.ts'

/** Describes coverage and validity of each document's signature, in words. */
export const verificar: Comando = {
  nombre: 'verificar',
  resumen: 'Dice qué cubre la firma de un comprobante y si es válida.',
  formas: ['ARCHIVO… [--estricto] [--json]'],
  opciones: {
    estricto: { tipo: 'bandera', ayuda: 'También responde que no a la firma intacta cuya forma el SRI no acepta.' },
    json: JSON_OPCION,
  },
  notas: [
    'Sale con 0 si la firma de todos los archivos protege el comprobante y está intacta; con 1 si alguna no, o si alguno no está firmado.',
    'No consulta si la entidad certificadora es de confianza ni si revocó el certificado: eso lo comprueba el SRI al autorizar.',
    'Con --json escribe una línea por archivo.',
  ],
  async run(pedido, consola) {
    const accepted = pedido.bandera('estricto') ? ['VALIDA'] : ['VALIDA', 'CON_REPAROS']
    let code: number = SALIDA.BIEN
    for (const archivo of someArchivos(pedido)) {
      const dictamen = dictamenOf(await readEntrada(archivo, consola), consola.now())
      if (!accepted.includes(dictamen.resultado)) code = SALIDA.NO
      consola.out(pedido.bandera('json') ? `${JSON.stringify({ archivo, ...dictamen })}\n` : textOf(archivo, dictamen))
    }
    return code
  },
}

const MARCA = { VALIDA: '✔', CON_REPAROS: '!', INVALIDA: '✖', SIN_FIRMA: '✖', ILEGIBLE: '✖' } as const

function textOf(
  archivo: string,
  { resultado, resumen, referencias, algoritmo, firmadoEn, certificado, fuera, defectos, notas }: Dictamen,
): string {
  const vigente = certificado?.vigenteAlFirmar
  return [
    `${archivo}\n${MARCA[resultado]} ${resumen}\n`,
    lista(
      '✖',
      defectos.filter(({ clase }) => clase === 'ROTA').map(({ motivo, significado }) => `${motivo} ${significado}`),
    ),
    lista(
      '!',
      defectos.filter(({ clase }) => clase === 'FORMA').map(({ motivo, significado }) => `${motivo} ${significado}`),
    ),
    section(
      'Qué cubre',
      lista(
        '·',
        referencias.map(({ frase }) => frase),
      ),
    ),
    section('Fuera de la firma', lista('·', fuera)),
    certificado === undefined
      ? ''
      : section(
          'Quién y cuándo',
          ficha([
            ['Firmado', firmadoEn === undefined ? 'no lo dice' : `${fechaHora(firmadoEn)} (hora del Ecuador)`],
            ['Algoritmo', algoritmo],
            ['Titular', certificado.titular],
            ['RUC', certificado.ruc],
            ['Cédula', certificado.cedula],
            ['Emisor', certificado.emisor],
            ['Entidad', certificado.entidad ?? 'no la reconocemos'],
            ['Serie', certificado.serie],
            ['Vigencia', `${fechaHora(certificado.desde)} a ${fechaHora(certificado.hasta)}`],
            ['Al firmar', vigente === undefined ? 'no se puede saber' : vigente ? 'estaba vigente' : 'NO estaba vigente'],
          ]),
        ),
    section('Notas', lista('·', notas)),
    '\n',
  ].join('')
}

const section = (title: string, body: string): string => (body === '' ? '' : `  ${title}\n${body.replace(/^/gm, '  ').replace(/ +$/, '')}`)
