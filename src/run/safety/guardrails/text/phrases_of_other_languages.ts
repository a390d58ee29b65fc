import type { PhraseRule } from './finding.js';
import { destructive, phrase, rule } from './phrase_words.js';

const DESTROY_IN_GERMAN =
  'lösche lösch löschen entferne entfernen leere leeren vernichte vernichten überschreibe überschreiben formatiere formatieren zerstöre zerstören';
const LOST_IN_GERMAN =
  'home-verzeichnis|homeverzeichnis|heimatverzeichnis|benutzerverzeichnis|stammverzeichnis|wurzelverzeichnis|produktionsdatenbank|datenbank|datenbanken|alle dateien|alle daten|alle tabellen|alle branches|alle benutzer|alle sicherungen|backups|festplatte|main-branch|master-branch|remote-branch|git-historie|git-history|force-push|<root>|<home>|<system-path>|<device>';
const SPARED_IN_GERMAN = 'nicht|keine|keinen|niemals|nie|test*|testdatenbank|lokale|tippfehler';

/** The plainest orders to destroy in German, French, and Spanish. Plans are read in English; more of these would be guesswork. */
export const otherLanguageRules: readonly PhraseRule[] = [
  rule(
    'destroy-in-other-words',
    'file-system',
    'severe',
    destructive,
    'orders that files, data, or branches be destroyed; name the few files of the workspace that are in the way',
    [
      phrase(DESTROY_IN_GERMAN, LOST_IN_GERMAN, { without: SPARED_IN_GERMAN }),
      // The verb stands last: "Ich werde alle Dateien löschen."
      phrase('werde werden muss müssen möchte', LOST_IN_GERMAN, {
        with: DESTROY_IN_GERMAN.split(' ')
          .filter((verb) => verb.endsWith('n'))
          .join('|'),
        without: SPARED_IN_GERMAN,
      }),
      phrase('mache machen pushe führe erzwinge', 'force-push|mit --force|mit force', { without: SPARED_IN_GERMAN }),
      phrase(
        'supprime supprimer supprimez efface effacer effacez vide vider videz détruis détruire détruisez écrase écraser formate formater',
        'base de données|base de production|bases de données|toutes les tables|tous les fichiers|toutes les données|toutes les branches|tous les utilisateurs|toutes les sauvegardes|répertoire personnel|dossier personnel|disque|disque dur|<root>|<home>|<system-path>|<device>',
        { without: 'pas|jamais|test*|locale|inutilisé*|temporaire*' },
      ),
      phrase(
        'borra borrar borre elimina eliminar elimine vacía vaciar destruye destruir sobrescribe sobrescribir formatea formatear',
        'base de datos|bases de datos|todas las tablas|todos los archivos|todos los ficheros|todos los datos|todas las ramas|todos los usuarios|todas las copias|directorio personal|carpeta personal|disco|disco duro|<root>|<home>|<system-path>|<device>',
        { without: 'nunca|no|prueba*|test*|local|temporales' },
      ),
    ],
  ),
];
