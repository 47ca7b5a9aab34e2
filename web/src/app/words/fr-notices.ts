// Ce qu’on dit des avis et des invitations.
import type { enOfNotices } from "./en-notices";

export const frOfNotices: Record<keyof typeof enOfNotices, string> = {
  "notice.title": "Me prévenir",
  "notice.help":
    "Quand quelque chose vous attend et que vous n’êtes pas à la table. Un avis dit quel jeu et avec qui, jamais ce " +
    "qui est sur la table.",
  "notice.none": "On ne vous prévient encore nulle part.",
  "notice.here": "Me prévenir dans ce navigateur",
  "notice.here.denied": "Ce navigateur ne nous le permet pas. Ses réglages pour cette page peuvent y remédier.",
  "notice.here.install":
    "Sur un téléphone, ajoutez d’abord cette page à l’écran d’accueil ; certains n’affichent les avis que des pages " +
    "installées.",
  "notice.mail": "Me prévenir par e-mail",
  "notice.hook": "Une adresse à vous que l’on appelle (webhook)",
  "notice.hook.add": "L’ajouter",
  "notice.push.at": "Un navigateur ({place})",
  "notice.mail.at": "Par e-mail",
  "notice.webhook.at": "{place}",
  "notice.wants": "De quoi",
  "notice.turn": "Mon tour",
  "notice.invitation": "Invitations",
  "notice.over": "Partie finie",
  "notice.round": "Rondes de tournoi",
  "notice.remove": "Ne plus m’y prévenir : {place}",
  "notice.trouble": "Le dernier n’est pas arrivé : {why}.",
  "notice.quiet": "Heures calmes",
  "notice.quiet.from": "De",
  "notice.quiet.to": "À",
  "notice.quiet.help":
    "Rien n’est envoyé entre les deux ; cela vient plus tard, si c’est encore vrai. Deux fois la même heure : pas de " +
    "calme.",
  "notice.quiet.save": "Garder le calme",
  "notice.quiet.kept": "Noté, à l’heure de {zone}.",
  "notice.off.title": "Plus d’e-mails",
  "notice.off.help":
    "Ceci met fin aux e-mails sur vos tours et vos invitations. Vous pouvez les reprendre sur la page de votre compte.",
  "notice.off.go": "Ne plus m’en envoyer",
  "notice.off.done": "Aucun e-mail ne part plus par là.",
  "invited.title": "On vous invite",
  "invited.by": "{name} vous attend",
  "invited.sit": "S’asseoir",
  "invited.decline": "Pas maintenant",
  "invite.title": "Inviter par le nom",
  "invite.go": "Inviter {name}",
  "invite.done": "{name} est invité.",
};
