import { searchCartaCuenta, type CartaCuenta } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { momentoText } from '../../lib/formato/format.ts'
import { fetchData } from '../../lib/http/http.ts'
import { settings } from '../../lib/pagina/settings.ts'
import classes from './correo.module.css'

const SHOWN = 50

const cartasQuery = () => ({
  queryKey: ['correo', 'cuentas'],
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchData(searchCartaCuenta, { query: { page: 0, size: SHOWN }, signal }),
  enabled: settings.modo !== 'produccion',
})

/** `/administracion/correos`: account mails that a trial installation does not send. */
export function CartaCuentaPage() {
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(cartasQuery())
  const [opened, setOpened] = useState<CartaCuenta>()
  const isProduction = settings.modo === 'produccion'
  return (
    <>
      <PageHeader title="Correos de cuentas" />
      <p className={classes.note}>
        {isProduction
          ? 'En producción estas cartas solo llegan a su destinatario: aquí no se muestran.'
          : 'Enlaces para restablecer contraseñas, invitaciones y avisos. Sin servidor de correo quedan aquí, como los recibiría cada persona.'}
      </p>
      {error && <LoadFailure reason="No se pudieron leer los correos." onRetry={() => void refetch()} onBack={() => void navigate('/')} />}
      {!data && !error && !isProduction && <Skeleton label="Cargando los correos" lines={['100%', '100%', '100%']} />}
      {data?.content.length === 0 && <p>No se encontraron registros</p>}
      {data && (
        <ul className={classes.cartas} aria-label="Correos de cuentas">
          {data.content.map((carta) => (
            <li key={carta.id}>
              <div>
                <strong>{carta.asunto}</strong>
                <p className={classes.para}>
                  Para {carta.para} · {momentoText(carta.creado_en)}
                </p>
              </div>
              {carta.texto !== '' && (
                <Button variant="default" aria-label={`Ver correo: ${carta.asunto}, para ${carta.para}`} onClick={() => setOpened(carta)}>
                  Ver correo
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {opened && (
        <Dialog opened title={opened.asunto} onClose={() => setOpened(undefined)} size={640}>
          <p className={classes.texto}>{opened.texto}</p>
        </Dialog>
      )}
    </>
  )
}
