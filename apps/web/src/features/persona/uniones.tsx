import type { Persona } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'

import { Button } from '../../components/button.tsx'
import { ActionDialog } from '../../components/dialog/action-dialog.tsx'
import { FormLinks } from '../../components/form/form-parts.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { PartFailure } from '../../components/part-failure.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { PERSONAS } from '../../domain/persona/persona-save.ts'
import { momentoText } from '../../lib/formato/format.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import classes from './actividad.module.css'
import { separar, unionesQuery } from './persona-union.queries.ts'
import { UnirDialog } from './unir-dialog.tsx'

type Ficha = Pick<Persona, 'id' | 'razon_social' | 'identificacion'>

const mayUnir = () => hasRight('persona:editar') && hasRight('persona:eliminar')

/** Records merged into this one, each of which can be separated again. */
export function Uniones({ persona }: { persona: Persona }) {
  const { data, isError, refetch } = useQuery(unionesQuery(persona.id))
  const [isUniendo, setUniendo] = useState(false)
  const [deshace, setDeshace] = useState<Ficha>()
  return (
    <section className={classes.card} aria-labelledby="persona-unidas">
      <header>
        <h2 id="persona-unidas">Fichas unidas a esta</h2>
        {mayUnir() && (
          <Button variant="default" onClick={() => setUniendo(true)}>
            Unir con…
          </Button>
        )}
      </header>
      {data?.unidas.length === 0 && (
        <p className={classes.nota}>
          Ninguna. Si la misma persona está registrada dos veces, una aquí la ficha repetida: sus documentos, saldos y contactos pasan a
          esta.
        </p>
      )}
      {data && data.unidas.length > 0 && (
        <ul className={classes.lista}>
          {data.unidas.map((ficha) => (
            <li key={ficha.id}>
              <span>
                <span>
                  {ficha.razon_social} · {ficha.identificacion}
                </span>
                <span className={classes.nota}>
                  Unida el {momentoText(ficha.fecha)}
                  {ficha.por ? ` por ${ficha.por}` : ''}
                </span>
              </span>
              {mayUnir() && (
                <Button variant="default" onClick={() => setDeshace(ficha)} aria-label={`Deshacer la unión con ${ficha.razon_social}`}>
                  Deshacer
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {!data && !isError && <Skeleton label="Cargando las fichas unidas" lines={['100%', '60%']} />}
      {isError && <PartFailure reason="No se pudo cargar: las fichas unidas." onRetry={refetch} />}
      {isUniendo && <UnirDialog persona={persona} onClose={() => setUniendo(false)} />}
      {deshace && <DeshacerDialog ficha={deshace} onClose={() => setDeshace(undefined)} />}
    </section>
  )
}

const DeshacerDialog = ({ ficha, onClose }: { ficha: Ficha; onClose: () => void }) => (
  <ActionDialog
    title={`Deshacer la unión con ${ficha.razon_social}`}
    confirmLabel="Deshacer la unión"
    busyLabel="Deshaciendo…"
    confirmColor="primary"
    onConfirm={() => separar(ficha.id)}
    onClose={onClose}
  >
    <p>Vuelve a haber dos fichas, cada una con lo que tenía. Lo que se hizo después de unirlas se queda en la ficha que quedó.</p>
  </ActionDialog>
)

/** Instead of the form of a merged record: a link to the record that stays. */
export function Unida({ persona }: { persona: Persona }) {
  const { data, error, refetch } = useQuery(unionesQuery(persona.id))
  const navigate = useNavigate()
  const [isDeshaciendo, setDeshaciendo] = useState(false)
  return (
    <>
      <PageHeader title={persona.razon_social} />
      {error && (
        <LoadFailure reason="No se pudo abrir esta persona." onRetry={() => void refetch()} onBack={() => void navigate(PERSONAS.base)} />
      )}
      {data?.en && (
        <section className={classes.card} aria-label="Ficha unida a otra">
          <p>
            Esta ficha ({persona.identificacion}) está unida a{' '}
            <Link to={`/persona/${data.en.id}`}>
              {data.en.razon_social} ({data.en.identificacion})
            </Link>
            . Sus documentos, saldos y contactos están ahí.
          </p>
          <FormLinks>
            <LinkButton to={`/persona/${data.en.id}`}>Abrir la ficha que quedó</LinkButton>
            {mayUnir() && (
              <Button variant="default" onClick={() => setDeshaciendo(true)}>
                Deshacer la unión
              </Button>
            )}
          </FormLinks>
          {isDeshaciendo && <DeshacerDialog ficha={persona} onClose={() => setDeshaciendo(false)} />}
        </section>
      )}
    </>
  )
}
