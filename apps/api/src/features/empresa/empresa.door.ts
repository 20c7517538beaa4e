// A company for other features: founding it, its logos, the super administrator.
export {
  ambienteInicial,
  fundarEmpresa,
  fundarMembresia,
  fundarUsuario,
  insertEmpresa,
  type EmpresaNueva,
  type FundarDeps,
} from './fundar.service.ts'
export { rehacerGuardados } from './logo.service.ts'
export { checkSuperAdmin, crearSuperAdmin, type SuperAdminDatos } from './super-admin.service.ts'
export { readLogo } from './empresa.sql.ts'
