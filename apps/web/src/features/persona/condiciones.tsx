import { REGIMEN_LABEL } from '@yupana/fiscal'
import {
  CALIFICACION_PERSONA_LABEL,
  TIPO_CONTRIBUYENTE_LABEL,
  type CondicionPersona,
  type CondicionesPersona,
  type Persona,
} from '@yupana/contract'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Button, IconButton } from '../../components/button.tsx'
import { ActionDialog } from '../../components/dialog/action-dialog.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { fechaText, momentoText } from '../../lib/formato/format.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import classes from './actividad.module.css'
import { endsCalificaciones } from './condicion-dia.ts'
import { CondicionDialog } from './condicion-dialog.tsx'
import { condicionesQuery, quitar } from './persona-condicion.queries.ts'

/** «Sociedad · RIMPE emprendedor · Agente de retención». */
const condicionText = ({ tipo_contribuyente: tipo, regimen, calificaciones }: CondicionesPersona['hoy']): string =>
  [
    ...(tipo ? [TIPO_CONTRIBUYENTE_LABEL[tipo]] : []),
    ...(regimen ? [REGIMEN_LABEL[regimen]] : []),
    ...calificaciones.map((one) => CALIFICACION_PERSONA_LABEL[one]),
  ].join(' · ')

/** A change, with the qualifications that it ends. */
const cambioText = (historia: readonly CondicionPersona[], condicion: CondicionPersona): string =>
  [condicionText(condicion), endsCalificaciones(historia, condicion) && 'Sin calificaciones'].filter(Boolean).join(' · ') ||
  'Sin calificaciones'

const desdeText = ({ desde }: Pick<CondicionPersona, 'desde'>) => (desde === null ? 'Desde siempre' : `Desde el ${fechaText(desde)}`)

const notaOf = ({ por, en, de }: CondicionPersona) =>
  [por && `${por}, ${momentoText(en)}`, de && `De la ficha unida ${de}`].filter(Boolean).join(' · ')

type Abierto = { condicion?: CondicionPersona } | undefined

/** Tax conditions of a person by date: a purchase uses those of its day. */
export function Condiciones({ persona }: { persona: Persona }) {
  const { data, isError, refetch } = useQuery(condicionesQuery(persona.id))
  const [abierto, setAbierto] = useState<Abierto>()
  const [quita, setQuita] = useState<CondicionPersona>()
  const mayEdit = hasRight('persona:editar')
  return (
    <section className={classes.card} aria-labelledby="persona-condiciones">
      <header>
        <h2 id="persona-condiciones">Régimen y tipo de contribuyente</h2>
        {mayEdit && data && (
          <Button variant="default" onClick={() => setAbierto({})}>
            Anotar un cambio
          </Button>
        )}
      </header>
      {data && (
        <p className={data.historia.length === 0 ? classes.nota : undefined}>
          {data.historia.length === 0
            ? 'Sin anotar: se toma de su identificación y de su última compra.'
            : `Hoy: ${condicionText(data.hoy) || 'sin especificar'}`}
        </p>
      )}
      {data && data.historia.length > 0 && (
        <ul className={classes.lista} aria-label="Historia del régimen y tipo de contribuyente">
          {data.historia.map((condicion) => (
            <li key={condicion.id}>
              <span>
                <span>{`${desdeText(condicion)}: ${cambioText(data.historia, condicion)}`}</span>
                <span className={classes.nota}>{notaOf(condicion)}</span>
              </span>
              {mayEdit && (
                <span>
                  <IconButton label={`Corregir: ${desdeText(condicion)}`} onClick={() => setAbierto({ condicion })}>
                    <IconPencil size={18} />
                  </IconButton>
                  <IconButton label={`Quitar: ${desdeText(condicion)}`} onClick={() => setQuita(condicion)}>
                    <IconTrash size={18} />
                  </IconButton>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {!data && !isError && <Skeleton label="Cargando el régimen y tipo de contribuyente" lines={['100%', '60%']} />}
      {isError && !data && (
        <>
          <p role="alert">No se pudo cargar: el régimen y tipo de contribuyente.</p>
          <div>
            <Button variant="default" onClick={() => void refetch()}>
              Reintentar
            </Button>
          </div>
        </>
      )}
      {abierto && data && (
        <CondicionDialog persona={persona} condicion={abierto.condicion} historia={data.historia} onClose={() => setAbierto(undefined)} />
      )}
      {quita && data && <QuitarDialog texto={cambioText(data.historia, quita)} condicion={quita} onClose={() => setQuita(undefined)} />}
    </section>
  )
}

const QuitarDialog = ({ condicion, texto, onClose }: { condicion: CondicionPersona; texto: string; onClose: () => void }) => (
  <ActionDialog
    title="Quitar el cambio"
    confirmLabel="Quitar"
    busyLabel="Quitando…"
    onConfirm={() => quitar(condicion.id)}
    onClose={onClose}
  >
    <p>{`${desdeText(condicion)}: ${texto}.`}</p>
    <p>Los documentos ya guardados no cambian.</p>
  </ActionDialog>
)
