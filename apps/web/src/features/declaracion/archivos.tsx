import type { Papel } from '@yupana/contract'
import { nombrePresentada } from '@yupana/fiscal'

import { DownloadButton } from '../../components/download-button.tsx'
import { untilRefused } from '../../lib/http/http-error.ts'
import { downloadAts, downloadPapel, cualOf, type Cual } from './declaracion.queries.ts'

/** Files with today's figures, which may change. */
export function ArchivosDeHoy({ papel }: { papel: Papel }) {
  const cual = cualOf(papel)
  return (
    <>
      {papel.formulario === 'ATS' && (
        <>
          <DownloadButton onDownload={() => untilRefused(downloadAts(cual, { electronicas: 'NO' }))}>ATS (.zip)</DownloadButton>
          <DownloadButton
            variant="subtle"
            onDownload={() => untilRefused(downloadAts(cual, { electronicas: 'SI' }))}
            hint="El texto de la ficha es ambiguo: si el validador del SRI lo pide, use este"
          >
            ATS con ventas electrónicas en el total
          </DownloadButton>
        </>
      )}
      {(['pdf', 'xlsx', 'csv'] as const).map((formato) => (
        <DownloadButton key={formato} onDownload={() => untilRefused(downloadPapel(cual, formato))}>
          Papel .{formato}
        </DownloadButton>
      ))}
    </>
  )
}

interface ArchivosPresentadosProps {
  cual: Cual
  presentada: { n: number; con_ats: boolean }
}

/** Files of a filed declaration, as it was filed. */
export function ArchivosPresentados({ cual, presentada: { n, con_ats: conAts } }: ArchivosPresentadosProps) {
  const archivo = (nombre: string, onDownload: () => Promise<void>) => (
    <DownloadButton
      variant="subtle"
      compact
      label={`${nombre} presentado, ${nombrePresentada(n).toLowerCase()}`}
      onDownload={() => untilRefused(onDownload())}
    >
      {nombre}
    </DownloadButton>
  )
  return (
    <>
      {archivo('PDF', () => downloadPapel(cual, 'pdf', n))}
      {archivo('Excel', () => downloadPapel(cual, 'xlsx', n))}
      {conAts && archivo('ATS', () => downloadAts(cual, { presentada: n }))}
    </>
  )
}
