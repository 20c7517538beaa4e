import { readCorreo } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { IconPaperclip } from '@tabler/icons-react'

import { Alert } from '../../components/alert.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { momentoText } from '../../lib/formato/format.ts'
import { fetchData } from '../../lib/http/http.ts'
import classes from './carta-dialog.module.css'
import { DestinatarioChip } from './destinatario-chip.tsx'

const cartaQuery = (id: string) => ({
  queryKey: ['correo', 'carta', id],
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchData(readCorreo, { params: { id }, signal }),
})

/** A mail as sent: subject, addresses, text, attachments. */
export function CartaDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, isError } = useQuery(cartaQuery(id))
  return (
    <Dialog opened title={data?.asunto ?? 'Correo'} onClose={onClose} size={640}>
      {isError && <Alert title="No se pudo abrir este correo." details={['Cierre esta ventana y vuelva a intentar.']} />}
      {!data && !isError && <Skeleton label="Cargando el correo" lines={['40%', '100%', '100%', '60%']} />}
      {data && (
        <div className={classes.carta}>
          <ul className={classes.para} aria-label="Destinatarios">
            {data.destinatarios.map(({ direccion, estado, enviado_en: en, copia }) => (
              <li key={direccion}>
                {direccion} {copia && '(copia) '}
                <DestinatarioChip estado={estado} /> {en && momentoText(en)}
              </li>
            ))}
          </ul>
          <p className={classes.texto}>{data.texto}</p>
          <ul className={classes.adjuntos} aria-label="Adjuntos">
            {data.adjuntos.map((nombre) => (
              <li key={nombre}>
                <IconPaperclip size={16} aria-hidden="true" />
                {nombre}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  )
}
