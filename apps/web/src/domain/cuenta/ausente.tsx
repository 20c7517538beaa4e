import { readEmpresaDeDocumento } from '@yupana/contract'
import { conPunto } from '@yupana/fiscal'
import { useMutation, useQuery } from '@tanstack/react-query'

import { Button } from '../../components/button.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { fetchData } from '../../lib/http/http.ts'
import { currentSession } from '../../lib/sesion/session.ts'
import { switchCompany } from './switch-company.ts'

interface AusenteProps {
  id: string
  /** Shown when no other company of this user has the document. */
  reason: string
  onRetry: () => void
  onBack: () => void
}

/** Shown for a document that this company does not have: a link to the user's company that has it, if there is one (O-118). */
export function Ausente({ id, reason, ...ways }: AusenteProps) {
  const { data: empresa, isPending } = useQuery({
    queryKey: ['empresa-de-documento', id],
    queryFn: ({ signal }) => fetchData(readEmpresaDeDocumento, { params: { id }, signal, background: true }),
  })
  const change = useMutation({ mutationFn: switchCompany })
  if (isPending) return <Skeleton label="Buscando en sus empresas" lines={['60%']} />
  if (!empresa) return <LoadFailure reason={reason} {...ways} />
  return (
    <LoadFailure
      reason={conPunto(`Este documento es de ${empresa.name}`)}
      details={[`Aquí está abierta ${conPunto(currentSession()?.businessName ?? 'otra empresa')} Las demás pestañas se quedan como están.`]}
      onBack={ways.onBack}
    >
      <Button onClick={() => change.mutate(empresa.id)} disabled={change.isPending}>
        {change.isPending ? 'Abriendo…' : `Abrir en ${empresa.name}`}
      </Button>
    </LoadFailure>
  )
}
