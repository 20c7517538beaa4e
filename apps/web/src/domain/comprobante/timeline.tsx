import type { ComprobanteDetalle } from '@yupana/contract'

import { momentoText } from '../../lib/formato/format.ts'
import { eventoOf, pasosOf, type Paso } from './pasos.ts'
import classes from './pasos.module.css'
import { PasoIcon } from './paso-icon.tsx'

type ConHistoria = Pick<ComprobanteDetalle, 'estado' | 'correo_estado' | 'eventos' | 'correos' | 'autorizado_en'>

const CORREO: Readonly<Record<string, string>> = {
  ENVIADO: 'Entregado al servidor de correo',
  BANDEJA: 'En la bandeja de correos de esta aplicación',
  PENDIENTE: 'En camino',
  FALLIDO: 'No se pudo entregar',
  NINGUNO: 'El cliente no tiene correo',
}

interface Nota {
  en?: string | null
  quien?: string | null
  texto?: string
}

function notaOfCorreo({ correo_estado: estado, correos }: ConHistoria): Nota {
  // Mails are sorted newest first; the last is the automatic one.
  const first = correos.at(-1)
  if (!first) return estado === 'NINGUNO' ? { texto: CORREO.NINGUNO ?? '' } : {}
  const clientes = first.destinatarios.filter(({ copia }) => !copia)
  const to = clientes.map(({ direccion }) => direccion).join(', ')
  return { en: clientes.find(({ enviado_en: en }) => en)?.enviado_en ?? first.creado_en, texto: `${CORREO[estado] ?? estado}: ${to}` }
}

function notaOf(paso: Paso, documento: ConHistoria): Nota {
  if (paso.avance === 'pendiente') return {}
  if (paso.id === 'correo')
    return paso.avance === 'omitido' && documento.estado !== 'AUTORIZADO' && documento.estado !== 'ANULADO' ? {} : notaOfCorreo(documento)
  const evento = eventoOf(paso, documento.eventos)
  if (!evento) return paso.id === 'autorizado' && documento.autorizado_en ? { en: documento.autorizado_en } : {}
  return { en: evento.en, quien: evento.quien, texto: evento.causa }
}

/**
 * The history of a document in five steps, each with date, time, author and message, drawn from the server's events (ui §6). Messages of
 * the SRI are above it.
 */
export const Timeline = ({ documento }: { documento: ConHistoria }) => (
  <ol className={classes.story} aria-label="Línea de tiempo" aria-live="polite">
    {pasosOf(documento).map((paso) => (
      <Step key={paso.id} paso={paso} nota={notaOf(paso, documento)} />
    ))}
  </ol>
)

const Step = ({ paso: { label, avance }, nota: { en, quien, texto } }: { paso: Paso; nota: Nota }) => (
  <li data-avance={avance} aria-current={avance === 'actual' ? 'step' : undefined}>
    <PasoIcon avance={avance} />
    <div>
      <strong>{label}</strong>
      {en && (
        <p className={classes.when}>
          <time dateTime={en}>{momentoText(en)}</time>
          {quien && <> · {quien}</>}
        </p>
      )}
      {texto && <p className={classes.cause}>{texto}</p>}
    </div>
  </li>
)
