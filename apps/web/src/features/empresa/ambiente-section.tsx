import { NOMBRE_AMBIENTE, AMBIENTES, type Ambiente, type EmpresaPerfil } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { ActionDialog } from '../../components/dialog/action-dialog.tsx'
import { certificadosQuery } from './certificados.queries.ts'
import { setAmbiente } from './empresa.queries.ts'
import classes from './empresa.module.css'
import { mayEdit } from './quien-puede.ts'

const MEANING: Record<Ambiente, string> = {
  SIMULADOR:
    'Una autoridad simulada en esta instalación responde como el SRI. Nada sale a internet y nada tiene validez tributaria: es para aprender y probar.',
  PRUEBAS: 'Los comprobantes van al ambiente de pruebas del SRI (celcer). El SRI los revisa, pero no tienen validez tributaria.',
  PRODUCCION:
    'Los comprobantes van al SRI (cel) y tienen validez tributaria desde que son autorizados. Un error solo se corrige con una nota de crédito o una anulación.',
}

/** Environment of the documents (O-90): it explains a change first, and never allows production without a valid certificate. */
export function AmbienteSection({ perfil }: { perfil: EmpresaPerfil }) {
  const [chosen, setChosen] = useState<Ambiente>()
  const { data: certificados } = useQuery(certificadosQuery())
  const canEdit = mayEdit('empresa:editar')
  const canProduce = certificados?.some(({ activo, apto }) => activo && apto) ?? false
  return (
    <>
      <p className={classes.quiet}>
        Cada ambiente tiene sus propios comprobantes, series y reportes. Al cambiar verá solo los del nuevo; los demás se conservan.
      </p>
      {AMBIENTES.map((ambiente) => (
        <section
          key={ambiente}
          className={classes.card}
          aria-label={NOMBRE_AMBIENTE[ambiente]}
          data-current={ambiente === perfil.ambiente || undefined}
        >
          <header className={classes.cardHead}>
            <h2>{NOMBRE_AMBIENTE[ambiente]}</h2>
            {ambiente === perfil.ambiente && <Chip tone="success">Ambiente actual</Chip>}
            {canEdit && ambiente !== perfil.ambiente && (
              <Button variant="default" onClick={() => setChosen(ambiente)} disabled={ambiente === 'PRODUCCION' && !canProduce}>
                Cambiar a {NOMBRE_AMBIENTE[ambiente]}
              </Button>
            )}
          </header>
          <p className={classes.quiet}>{MEANING[ambiente]}</p>
          {ambiente === 'PRODUCCION' && certificados && !canProduce && ambiente !== perfil.ambiente && (
            <p>
              Necesita una firma electrónica vigente. <Link to="/empresa_perfil?seccion=firma">Ir a la firma electrónica</Link>
            </p>
          )}
        </section>
      ))}
      {chosen && (
        <ActionDialog
          title={`Cambiar de ${NOMBRE_AMBIENTE[perfil.ambiente]} a ${NOMBRE_AMBIENTE[chosen]}`}
          confirmLabel={`Cambiar a ${NOMBRE_AMBIENTE[chosen]}`}
          busyLabel="Cambiando…"
          onConfirm={() => setAmbiente(chosen)}
          onClose={() => setChosen(undefined)}
        >
          <p>{MEANING[chosen]}</p>
          <p>
            Desde ahora todos los usuarios de la empresa emitirán en {NOMBRE_AMBIENTE[chosen]}, y las listas mostrarán solo los comprobantes
            de ese ambiente.
          </p>
          {chosen === 'PRODUCCION' && (
            <p>Antes de emitir el primero revise en «Series» con qué número empieza cada documento: una serie usada ya no vuelve atrás.</p>
          )}
        </ActionDialog>
      )}
    </>
  )
}
