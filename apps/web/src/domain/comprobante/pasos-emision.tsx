import { pasosOf, type ConAvance } from './pasos.ts'
import classes from './pasos.module.css'
import { PasoIcon } from './paso-icon.tsx'

const SHORT: Readonly<Record<string, string>> = { enviado: 'Enviado', correo: 'Correo' }

/** Firmado, Enviado, Autorizado, Correo, in one line, while a document is on its way; every change is announced. */
export const PasosEmision = ({ documento }: { documento: ConAvance }) => (
  <ol className={classes.line} aria-label="Avance de la emisión" aria-live="polite">
    {pasosOf(documento)
      .filter(({ id }) => id !== 'borrador')
      .map(({ id, label, avance }) => (
        <li key={id} data-avance={avance} aria-current={avance === 'actual' ? 'step' : undefined}>
          <PasoIcon avance={avance} />
          {SHORT[id] ?? label}
        </li>
      ))}
  </ol>
)
