// The demonstration companies of a fresh installation (O-93). Runs at each start after the page answers; may be killed at any point.
import path from 'node:path'

import { newestBuild } from '../../src/instalacion/built.ts'
import { loadConfig } from '../../src/config/config.ts'
import { createPasswordHasher } from '../../src/features/sesion/sesion.door.ts'
import { certificadoDelSimulador } from '../demostracion/certificado-simulador.ts'
import { cargarCertificado, fundarDemostracion, llenarCatalogo } from '../demostracion/empresas.ts'
import { emitirDocumentos } from '../demostracion/documentos.ts'
import { llenarGestion } from '../demostracion/gestion.ts'
import { exitWithProblem, StartError } from '../../src/instalacion/start-error.ts'
import { openInstallation } from '../../src/open-installation.ts'

const config = loadConfig()
try {
  if (config.modo !== 'prueba')
    throw new StartError('En producción no hay empresas de demostración: cree el primer usuario con npm run crear-super-admin.')
  const { deps, fundar, claveContrasenas, close } = await openInstallation(config, () => undefined)
  const script = path.join(newestBuild('sri-simulator'), 'certificado.js')
  const emitir = certificadoDelSimulador({ script, dataDir: config.dataDir, clock: deps.clock })

  const fundadas = await fundarDemostracion(fundar, createPasswordHasher(claveContrasenas))
  for (const fundada of fundadas) await cargarCertificado(deps, fundada, emitir)
  for (const fundada of fundadas) await llenarCatalogo(deps, fundada)
  for (const fundada of fundadas) await emitirDocumentos(deps, fundada)
  for (const fundada of fundadas) await llenarGestion(deps, fundada)
  await close()
} catch (error) {
  exitWithProblem(error)
}
