import { IconCheck } from '@tabler/icons-react'
import { Link } from 'react-router'

import { Button } from '../../components/button.tsx'
import { useOrigin } from '../../lib/pagina/use-leave.ts'
import classes from './inicio.module.css'
import type { Paso } from './pasos-lista.ts'

function Entry({ paso: { title, hint, to, isDone }, place, isNext }: { paso: Paso; place: number; isNext: boolean }) {
  const origin = useOrigin()
  return (
    <li className={classes.paso} data-done={isDone || undefined} data-next={isNext || undefined} aria-current={isNext ? 'step' : undefined}>
      <span className={classes.place} aria-hidden="true">
        {isDone ? <IconCheck size={16} stroke={2.4} /> : place}
      </span>
      <div>
        {to === undefined || isDone ? (
          <strong>{title}</strong>
        ) : (
          <Link to={to} state={origin}>
            {title}
          </Link>
        )}
        {isDone ? <span>Listo</span> : <span>{to === undefined ? 'Lo hace un administrador de la empresa' : hint}</span>}
      </div>
    </li>
  )
}

/** Steps to the first factura: the finished ones, and links for the others. */
export function Pasos({ pasos, onHide }: { pasos: readonly Paso[]; onHide: () => void }) {
  const next = pasos.find(({ isDone, to }) => !isDone && to !== undefined)
  return (
    <section className={classes.card} aria-labelledby="inicio-pasos">
      <header>
        <h2 id="inicio-pasos">
          Primeros pasos {pasos.filter(({ isDone }) => isDone).length}/{pasos.length}
        </h2>
        <Button variant="subtle" aria-label="Ocultar los primeros pasos" onClick={onHide}>
          Ocultar
        </Button>
      </header>
      <ol className={classes.pasos}>
        {pasos.map((paso, at) => (
          <Entry key={paso.id} paso={paso} place={at + 1} isNext={paso === next} />
        ))}
      </ol>
    </section>
  )
}
