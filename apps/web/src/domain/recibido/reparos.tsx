import { Alert } from '../../components/alert.tsx'

/** What is to be known of the file of a document that was taken all the same. */
export const Reparos = ({ avisos }: { avisos: readonly string[] }) =>
  avisos.length > 0 && <Alert title="Revise este comprobante antes de usarlo" details={avisos} />
